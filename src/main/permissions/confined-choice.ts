import { argvOf, type CommandPart } from '../../shared/permissions/argv.ts';
import { confinedRule, mayRunConfined } from '../../shared/permissions/confined-command.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import type { Environment } from '../commands/command-environment.ts';
import { shellQuoted } from '../../shared/commands/shell-quote.ts';
import { leadsToProtectedFile } from './command-links.ts';
import { joinedArgv, joinedCommands } from './joined-commands.ts';

/** How many confined commands the person allows in a folder before they are offered not to be asked about more. */
const allowedFirst = 3;

/**
 * What the person's choice about confined commands of a folder makes of one: it runs as `argv`, the choice is offered,
 * or the person is asked as ever.
 */
type ConfinedDecision =
  | { type: 'runs'; rule: PermissionRule; argv: string[] }
  | { type: 'offered' }
  | { type: 'asks' };

type ConfinedDeps = {
  /** The rules that hold for folders as they are now. */
  rules: readonly PermissionRule[];
  /** True where a rule lets the command reach hosts. */
  reachesHosts: (subject: CommandSubject) => Promise<boolean>;
  /** Returns how many confined commands the person allowed on a card in chats on the folder. */
  allowedBefore: () => number;
  /** Returns whether the folder can be closed off as needed. */
  canConfine: () => Promise<boolean>;
  environment: () => Promise<Environment>;
};

/** Decides a command that no rule answers; `asker` asks for it in a chat on `folder`. */
export async function decideConfined(
  subject: CommandSubject,
  { asker, folder }: { asker: string; folder: string },
  { rules, reachesHosts, allowedBefore, canConfine, environment }: ConfinedDeps,
): Promise<ConfinedDecision> {
  const parts = confinableParts(subject);
  const rule = confinedRule(rules, { asker, folder });
  if (parts === undefined || (rule === undefined && allowedBefore() < allowedFirst)) return { type: 'asks' };
  for (const { words } of parts) if (await reachesHosts(onlyPart(subject, words))) return { type: 'asks' };
  if (!(await canConfine())) return { type: 'asks' };
  if (rule === undefined) return { type: 'offered' };
  const argv = argvOf(subject.line);
  if (argv !== undefined) return { type: 'runs', rule, argv };
  const script = parts.map((part) => ({ ...part, reads: false }));
  return { type: 'runs', rule, argv: joinedArgv(script, await environment(), folder) };
}

/** Returns the commands of a line that may all run confined without a card; undefined for any other line. */
function confinableParts(subject: CommandSubject): CommandPart[] | undefined {
  // One that confinement has stopped wants more.
  if (!subject.confined || subject.refused !== undefined) return undefined;
  const argv = argvOf(subject.line);
  const parts =
    argv === undefined ? joinedCommands(subject.line) : [{ words: argv, redirections: [], join: null }];
  const mayRun = ({ words }: CommandPart) =>
    mayRunConfined(words) && !leadsToProtectedFile(onlyPart(subject, words));
  return parts?.every(mayRun) === true ? parts : undefined;
}

function onlyPart(subject: CommandSubject, words: readonly string[]): CommandSubject {
  return { ...subject, line: words.map(shellQuoted).join(' ') };
}
