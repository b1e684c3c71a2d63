import { askReasonOf } from '../../shared/permissions/ask-reason.ts';
import type { PermissionRule } from '../../shared/permissions/permission-rule.ts';
import type { PermissionOutcome } from '../../shared/permissions/permission-outcome.ts';
import type { CommandSubject, PermissionSubject } from '../../shared/permissions/permission.ts';
import type { TriedPart, TriedReason } from '../../shared/permissions/tried-command.ts';
import { shellQuoted } from '../../shared/commands/shell-quote.ts';
import { joinedCommands } from './joined-commands.ts';

/** What is decided about a command that is asked for. */
type Decided = { subject: PermissionSubject; outcome?: PermissionOutcome; rules?: readonly PermissionRule[] };

type Decide = (subject: CommandSubject) => Promise<Decided>;

/** Returns what `decide` makes of a line, for each command of it. */
export async function triedParts(subject: CommandSubject, decide: Decide): Promise<TriedPart[]> {
  const whole = await decide(subject);
  const parts = joinedCommands(subject.line) ?? [];
  if (parts.length < 2) {
    const part = triedPart(subject.line, whole);
    const isForConfined = part.verdict === 'asks' && (await runsConfined(subject, decide));
    return [isForConfined ? { ...part, why: { type: 'asks', why: { type: 'not-confined' } } } : part];
  }
  const asked = whole.subject.type === 'command' ? whole.subject.parts : undefined;
  const alone = parts.map(async ({ words }, index) => {
    const line = words.map(shellQuoted).join(' ');
    const part = triedPart(line, await decide({ ...subject, line }));
    if (part.verdict === 'denied') return part;
    const asks = asked === undefined ? whole.outcome === undefined : asked[index]?.by === null;
    if (!asks)
      return part.verdict === 'runs' ? part : { ...part, verdict: 'runs' as const, why: whyOf(line, whole) };
    const why = asked?.[index]?.why ?? askReasonOf(line);
    return { ...part, verdict: 'asks' as const, why: { type: 'asks' as const, why } };
  });
  return Promise.all(alone);
}

/** True for a command that is not confined, and that a rule about confined runs would allow. */
async function runsConfined(subject: CommandSubject, decide: Decide): Promise<boolean> {
  if (subject.confined) return false;
  const { outcome } = await decide({ ...subject, confined: true });
  return outcome?.type === 'allowed' && outcome.by.type === 'rule';
}

function triedPart(line: string, decided: Decided): TriedPart {
  const { outcome } = decided;
  const verdict = outcome === undefined ? 'asks' : outcome.type === 'denied' ? 'denied' : 'runs';
  return { line, verdict, why: whyOf(line, decided) };
}

function whyOf(line: string, { subject, outcome, rules: [rule] = [] }: Decided): TriedReason {
  if (outcome === undefined || !('by' in outcome)) {
    const isChanged = subject.type === 'command' && subject.git?.changed === true;
    return { type: 'asks', why: isChanged ? { type: 'git-changed' } : askReasonOf(line) };
  }
  switch (outcome.by.type) {
    case 'reads-only':
      return { type: 'reads-only' };
    case 'confined':
      return { type: 'confined' };
    case 'rule':
    case 'person': {
      if (rule === undefined) return { type: 'asks', why: askReasonOf(line) };
      const { effect, asker, folder, match } = rule;
      return { type: 'rule', rule: { effect, asker, folder, match } };
    }
  }
}
