import { setImmediate } from 'node:timers/promises';
import type { RuleId } from '../../shared/ids.ts';
import { argvOf } from '../../shared/permissions/argv.ts';
import { mostPastCommands, type PastCommand } from '../../shared/permissions/past-command.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type { CommandSubject, Permission } from '../../shared/permissions/permission.ts';
import { identityOf } from '../folder/folder-handle.ts';
import { shellQuoted } from '../../shared/commands/shell-quote.ts';
import type { AskedCommand, PermissionStore } from '../storage/permission-store.ts';
import { gitCommandIn, rulesThatAnswer } from './answer-by-rules.ts';
import type { GitCommand, GitSetup } from './git-setup.ts';
import { decideJoined, joinedCommands } from './joined-commands.ts';
import { settlementOf } from './permission-answer.ts';

/** Longer lines are not compared; in characters. */
const longest = 1_000;

type PastDeps = {
  store: Pick<PermissionStore, 'commandsBefore'>;
  /** The rules that the person has. */
  rules: readonly PermissionRule[];
  gitSetup: (command: GitCommand) => Promise<GitSetup>;
  /** An id for rules that are compared and never stored. */
  ruleId: RuleId;
};

/** A rule that a choice would make. */
type Candidate = { choiceId: string; rule: PermissionRule };

/**
 * Returns the last commands of the folder that a command is to run in, newest last, each with the choices whose rules
 * would let it run now. Of a line of several, that is where they cover each command that asked.
 */
export async function pastCommands(permission: Permission, deps: PastDeps): Promise<PastCommand[]> {
  const { subject, id } = permission;
  const candidates = candidatesOf(permission, deps.ruleId);
  if (subject.type !== 'command' || candidates.length === 0) return [];
  const past = deps.store.commandsBefore(id, { folder: subject.folder, most: mostPastCommands, longest });
  const git = await setupFor(subject, candidates, deps.gitSetup);
  const denying = deps.rules.filter(({ effect }) => effect === 'deny');
  const rules = [...denying, ...candidates.map(({ rule }) => rule)];
  const compared: PastCommand[] = [];
  for (const command of past) {
    const covers = rulesThatCover(command, rules, git);
    const coveredBy: string[] = [];
    for (const { choiceId, rule } of candidates) if (await covers(rule)) coveredBy.push(choiceId);
    compared.push({ line: command.subject.line, asker: command.asker, coveredBy });
    // Links and tables take milliseconds for many words: what else waits goes first.
    await setImmediate();
  }
  return compared;
}

/** Returns the rules that the choices about a command would make for every agent. */
function candidatesOf(permission: Permission, ruleId: RuleId): Candidate[] {
  return permission.choices.flatMap(({ id: choiceId, meaning, rule }) => {
    if (meaning !== 'always' || rule?.match.type !== 'command') return [];
    const checked = settlementOf(permission, { choiceId, anyAsker: true }, { ruleId, at: 0, identityOf });
    const made = checked.ok ? checked.settlement.rule : undefined;
    return made ? [{ choiceId, rule: { ...made, createdAt: 0, uses: 0, lastUsedAt: null } }] : [];
  });
}

/** Looks up the setup of the git command that the rules are about: they cover no other program. */
async function setupFor(
  subject: CommandSubject,
  candidates: readonly Candidate[],
  gitSetup: PastDeps['gitSetup'],
): Promise<GitSetup | undefined> {
  const [match] = candidates.flatMap(({ rule }) => (rule.match.type === 'command' ? [rule.match] : []));
  const line = match?.words.map(shellQuoted).join(' ') ?? '';
  const starting = gitCommandIn({ ...subject, line });
  return starting && gitSetup(starting);
}

/** Returns what tells of a rule whether it lets a command run; what ran without asking then counts as allowed. */
function rulesThatCover(
  { subject, is_own, ...asking }: AskedCommand,
  rules: readonly PermissionRule[],
  git: GitSetup | undefined,
): (rule: PermissionRule) => Promise<boolean> {
  // A rule can't hold an agent to anything that runs its commands by itself.
  if (is_own === 0) return async () => false;
  const found = new Map<string, PermissionRule[]>();
  const answering = (wanted: CommandSubject) => {
    const known =
      found.get(wanted.line) ?? rulesThatAnswer(rules, asking, { wanted, git: gitCommandIn(wanted) && git });
    found.set(wanted.line, known);
    return known;
  };
  const parts = argvOf(subject.line) === undefined ? joinedCommands(subject.line) : undefined;
  if (parts === undefined) return async (rule) => answering(subject).includes(rule);
  const ranUnasked = ({ line }: CommandSubject) =>
    subject.parts?.some((part) => part.line === line && part.by !== null) === true;
  return async (rule) => {
    const decision = await decideJoined(subject, parts, {
      byRules: async (wanted) => {
        const answer = answering(wanted).find((one) => one === rule || one.effect === 'deny');
        return { subject: wanted, answer: answer && { rule: answer } };
      },
      reading: async (wanted) => (ranUnasked(wanted) ? (argvOf(wanted.line) ?? []) : undefined),
    });
    return decision.type === 'allowed' && decision.answers.length > 0;
  };
}
