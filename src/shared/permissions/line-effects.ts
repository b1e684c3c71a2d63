import { placedParts } from './argv.ts';
import { type CommandFinding, readCommand } from './command-table.ts';
import type { CommandEffect } from './command-table/command-row.ts';
import type { LineEffect } from './permission.ts';

/** The effects of a finding are told by the gravest of them. */
const gravest: readonly (CommandEffect | 'unknown')[] = [
  'deletes',
  'rewrites',
  'unknown',
  'sends',
  'installs',
  'runs',
  'writes',
  'reads',
];

/**
 * Returns what a command line does as far as the command table knows, the gravest first, each with where the words
 * stand that cause it. A line that is not one of plain words, or several, is unknown as a whole.
 */
export function lineEffects(line: string): LineEffect[] {
  const parts = placedParts(line);
  if (parts === undefined) return [{ effect: 'unknown', reason: 'Can’t be seen through', at: [] }];
  const byReason = new Map<string, LineEffect>();
  for (const [index, { words, at }] of parts.entries()) {
    const isPiped = parts[index - 1]?.join === '|';
    for (const finding of readCommand(words).findings) {
      const { effect, reason } = isPiped && effectOf(finding) === 'runs' ? runsInput : told(finding);
      const places = finding.words.flatMap((word) => at.slice(word, word + 1));
      const known = byReason.get(reason);
      byReason.set(reason, {
        effect: known === undefined || isGraver(effect, known.effect) ? effect : known.effect,
        reason,
        at: [...(known?.at ?? []), ...places],
      });
    }
  }
  return [...byReason.values()].toSorted(
    (one, other) => gravest.indexOf(one.effect) - gravest.indexOf(other.effect),
  );
}

/** What stands behind a pipe may be an interpreter, and its input the program. */
const runsInput = { effect: 'unknown', reason: 'Runs with what another command puts out' } as const;

function told(finding: CommandFinding): Pick<LineEffect, 'effect' | 'reason'> {
  return { effect: effectOf(finding), reason: finding.reason };
}

function effectOf({ effects }: CommandFinding): LineEffect['effect'] {
  return gravest.find((effect) => effects.includes(effect)) ?? 'unknown';
}

function isGraver(one: LineEffect['effect'], other: LineEffect['effect']): boolean {
  return gravest.indexOf(one) < gravest.indexOf(other);
}
