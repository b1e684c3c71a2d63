import { isDeepStrictEqual } from 'node:util';
import { argvOf, commandParts } from '../../shared/permissions/argv.ts';
import { needsThePerson } from '../../shared/permissions/command-limits.ts';
import { readCommand } from '../../shared/permissions/command-table.ts';
import { shellQuoted } from '../../shared/commands/shell-quote.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import type { OfferedRules, RuleRefusal, RuleToAdd } from '../../shared/permissions/typed-rule.ts';
import { identityOf } from '../folder/folder-handle.ts';
import { gitCommandIn } from './answer-by-rules.ts';
import { leadsToProtectedFile } from './command-links.ts';
import type { GitCommand, GitSetup } from './git-setup.ts';
import { joinedCommands } from './joined-commands.ts';
import { ownChoices } from './own-choices.ts';
import { settlementOf } from './permission-answer.ts';
import type { Rules } from './rules.ts';

type TypedRulesDeps = {
  rules: Pick<Rules, 'add' | 'newId'>;
  gitSetup: (command: GitCommand) => Promise<GitSetup>;
};

/** A command as an agent would ask for it, which the person typed for a rule. */
type Typed = { asker: string; subject: CommandSubject };

/** Rules that the person makes in Settings: those that the card of the same command would offer, and no other. */
export class TypedRules {
  readonly #deps: TypedRulesDeps;

  constructor(deps: TypedRulesDeps) {
    this.#deps = deps;
  }

  offered({ asker, subject: typed }: Typed): OfferedRules {
    const subject = withoutRedirections(typed);
    const choices = ownChoices({ subject, asker, folder: subject.folder }).filter(
      ({ rule }) => rule?.match.type === 'command',
    );
    const refused = refusalOf(subject);
    if (refused?.type === 'no-folder') return { choices: [], refused };
    const mayAllow = choices.some(({ meaning }) => meaning === 'always');
    return { choices, refused: mayAllow ? null : (refused ?? { type: 'protected' }) };
  }

  /**
   * Keeps a rule exactly as it was offered. False, and nothing is kept, where the command has other choices now. A rule
   * that is there already stays as it is.
   */
  async add(typed: Typed, { rule, anyAsker }: Pick<RuleToAdd, 'rule' | 'anyAsker'>): Promise<boolean> {
    const { asker } = typed;
    const { choices } = this.offered(typed);
    const asked = withoutRedirections(typed.subject);
    const choice = choices.find((one) => isDeepStrictEqual(one.rule, { ...rule, asker }));
    if (choice === undefined) return false;
    const starting = gitCommandIn(asked);
    const git = starting && (await this.#deps.gitSetup(starting));
    const subject = git ? { ...asked, git: { setup: git.fingerprint, changed: false } } : asked;
    const { rules } = this.#deps;
    const made = { ruleId: rules.newId(), at: 0, identityOf };
    const checked = settlementOf({ subject, choices }, { choiceId: choice.id, anyAsker }, made);
    if (!checked.ok || checked.settlement.rule === undefined) return false;
    rules.add(checked.settlement.rule);
    return true;
  }
}

/** The card of one command whose output goes elsewhere is about the command alone. */
function withoutRedirections(subject: CommandSubject): CommandSubject {
  const [part, ...others] = joinedCommands(subject.line) ?? [];
  if (part === undefined || others.length > 0) return subject;
  return { ...subject, line: part.words.map(shellQuoted).join(' ') };
}

/** Returns why no rule may allow a command, as far as that can be said in a sentence. */
function refusalOf(subject: CommandSubject): RuleRefusal | undefined {
  if (identityOf(subject.folder) === undefined) return { type: 'no-folder' };
  const argv = argvOf(subject.line);
  if (argv === undefined)
    return { type: (commandParts(subject.line) ?? []).length > 1 ? 'several' : 'shell' };
  const forPerson = readCommand(argv).findings.find(({ allowedBy }) => allowedBy === 'person');
  if (forPerson !== undefined) return { type: 'person', says: forPerson.reason };
  if (needsThePerson(argv)) return { type: 'protected' };
  return leadsToProtectedFile(subject) ? { type: 'link' } : undefined;
}
