import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The log of what reaches the trial's agent and server: words they were given (`prompt`), the answer to
 * something they had asked, the begin of a call, and the folders of a session; and what a subagent is to ask.
 */
const entrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), texts: z.array(z.string()) }),
  z.object({ type: z.literal('answer'), key: z.string(), answer: z.unknown() }),
  z.object({ type: z.literal('called'), key: z.string() }),
  z.object({ type: z.literal('delegated'), key: z.string() }),
  z.object({ type: z.literal('session'), folders: z.array(z.string()) }),
]);

export type TrialEntry = z.infer<typeof entrySchema>;

/** The variables of the programs of a trial: the file of their log, and a name by which their processes are known. */
export const logVariable = 'TRIAL_LOG';
export const trialVariable = 'TRIAL_NAME';
/** The number from 0 to 1 by which an agent asks at random. */
export const seedVariable = 'TRIAL_SEED';
/** Set for an agent that asks nothing any more. */
export const quietVariable = 'TRIAL_QUIET';

/** Writes an entry down, on the spot: its program may be ended at any moment. */
export function note(entry: TrialEntry): void {
  appendFileSync(process.env[logVariable] ?? '/dev/null', `${JSON.stringify(entry)}\n`);
}

/** All that was written down so far. */
export function entriesIn(file: string): TrialEntry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // The last one is empty, or was cut off.
  return lines.slice(0, -1).flatMap((line) => {
    const read = entrySchema.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  });
}
