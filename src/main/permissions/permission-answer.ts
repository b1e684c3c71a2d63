import type { RuleId } from '../../shared/ids.ts';
import type { PermissionOutcome } from '../../shared/permissions/permission-outcome.ts';
import type {
  Permission,
  PermissionAnswer,
  PermissionChoice,
  PermissionSettlement,
  PermissionSubject,
} from '../../shared/permissions/permission.ts';

/** Returns the identity of the folder at a path; undefined where there is none. */
type IdentityOf = (path: string) => string | undefined;

type Checked = { ok: true; settlement: PermissionSettlement } | { ok: false; problem: string };

/**
 * Checks a person's answer against what was asked. A rule that it makes gets `ruleId`; an answer that does not fit
 * allows nothing and is a problem in a sentence.
 */
export function settlementOf(
  { subject, choices }: Pick<Permission, 'subject' | 'choices'>,
  { choiceId, reason, note, line, anyAsker }: PermissionAnswer,
  { ruleId, at, identityOf }: { ruleId: RuleId; at: number; identityOf: IdentityOf },
): Checked {
  const choice = choices.find(({ id }) => id === choiceId);
  if (choice === undefined) return { ok: false, problem: 'This choice was not offered.' };
  const changed =
    line !== undefined && subject.type === 'command' && line !== subject.line ? line : undefined;
  const problem = problemWith(choice, subject.type === 'command', { line, changed, reason, note });
  if (problem !== undefined) return { ok: false, problem };
  const { rule: draft, coverage: _, ...made } = choice;
  const rule =
    draft === undefined ? {} : { rule: ruleOf({ ...draft, id: ruleId }, subject, anyAsker, identityOf) };
  const outcome = outcomeOf(choice.meaning, { changed, reason, note });
  const hosts = draft?.match.type === 'command' ? draft.match.hosts : undefined;
  const reaching = outcome.type === 'allowed' && hosts !== undefined ? { hosts } : {};
  return {
    ok: true,
    settlement: { outcome: { ...outcome, ...reaching }, choice: made, ...rule, at },
  };
}

type Rule = NonNullable<PermissionSettlement['rule']>;

/** Binds a rule to the folder at its path now and to git's setup there; with `anyAsker` it holds for every agent. */
function ruleOf(
  rule: Rule,
  subject: PermissionSubject,
  anyAsker: boolean | undefined,
  identityOf: IdentityOf,
): Rule {
  const gitSetup = subject.type === 'command' && rule.folder !== null ? subject.git?.setup : undefined;
  const identity = rule.folder === null ? undefined : identityOf(rule.folder);
  return {
    ...rule,
    asker: anyAsker ? null : rule.asker,
    ...(identity !== undefined && { identity }),
    ...(gitSetup !== undefined && { gitSetup }),
  };
}

type Words = {
  line: string | undefined;
  changed: string | undefined;
  reason: string | undefined;
  note: string | undefined;
};

function problemWith(
  { meaning, external }: PermissionChoice,
  isCommand: boolean,
  { line, changed, reason, note }: Words,
): string | undefined {
  const allows = meaning === 'once' || meaning === 'always';
  if (line !== undefined && (!isCommand || !allows)) return 'There is no command to change here.';
  if (line !== undefined && external)
    return 'The agent runs its own command, so it can’t be changed here. Deny it, and say what to run instead.';
  if (line !== undefined && line.trim() === '') return 'The command is empty.';
  if (changed !== undefined && meaning === 'always') return 'A changed command is allowed once only.';
  if (reason !== undefined && allows) return 'A reason goes with a refusal.';
  if (note !== undefined && !allows) return 'A note goes with a yes.';
  if (note !== undefined && external) return 'A note doesn’t reach this agent: it gets a yes or a no.';
  return undefined;
}

function outcomeOf(
  meaning: PermissionChoice['meaning'],
  { changed, reason, note }: Omit<Words, 'line'>,
): PermissionOutcome {
  const by = { type: 'person' as const };
  switch (meaning) {
    case 'once':
    case 'always':
      return {
        type: 'allowed',
        by,
        ...(changed !== undefined && { line: changed }),
        ...(note?.trim() && { note: note.trim() }),
      };
    case 'no':
    case 'no-and-stop': {
      const stop = meaning === 'no-and-stop' ? { stop: true as const } : {};
      return { type: 'denied', by, ...(reason?.trim() ? { reason: reason.trim() } : {}), ...stop };
    }
  }
}
