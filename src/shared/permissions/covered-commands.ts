import { inOneLine } from '../blank-runs.ts';
import type { PastCommand } from './past-command.ts';

/** A rule that the person may make: a choice, and for whom it is to hold, null for every agent. */
type CandidateRule = { choiceId: string; asker: string | null };

/** Returns the commands that a rule would have let run. */
export function coveredCommands(
  past: readonly PastCommand[],
  { choiceId, asker }: CandidateRule,
): PastCommand[] {
  return past.filter(
    (command) => command.coveredBy.includes(choiceId) && (asker === null || command.asker === asker),
  );
}

/** Says how many of the last commands a rule would have covered; undefined where there were none. */
export function coveredText(covered: number, past: number): string | undefined {
  if (past === 0) return undefined;
  if (past === 1) return `Would ${covered === 1 ? 'also' : 'not'} have covered your last command here`;
  return covered === 0
    ? `Would have covered none of your last ${past} commands here`
    : `Would also have covered ${covered} of your last ${past} commands here`;
}

/** Returns the lines of commands, the newest first, each once with how often it was asked for. */
export function countedLines(commands: readonly PastCommand[]): { line: string; times: number }[] {
  const times = new Map<string, number>();
  for (const { line } of commands.toReversed()) {
    const shown = inOneLine(line);
    times.set(shown, (times.get(shown) ?? 0) + 1);
  }
  return [...times].map(([line, count]) => ({ line, times: count }));
}
