import type { ReadsFrom } from './command-table/command-row.ts';
import { needsThePerson } from './command-limits.ts';
import { allowedBy, type CommandReading, effectsOf, readCommand } from './command-table.ts';

/** A command that reads only, with what its output is taken from. */
export type ReadingCommand = CommandReading & { readsFrom: ReadsFrom };

/**
 * Returns a command that the table knows to read only and that may run without a card, as far as its words tell;
 * undefined for any other. Where its paths lead is for the caller to look up.
 */
export function readingCommand(argv: readonly string[]): ReadingCommand | undefined {
  const { readsFrom, ...reading } = readCommand(argv);
  if (readsFrom === undefined || allowedBy(reading) !== 'prefix' || needsThePerson(argv)) return undefined;
  return [...effectsOf(reading)].every((effect) => effect === 'reads')
    ? { ...reading, readsFrom }
    : undefined;
}
