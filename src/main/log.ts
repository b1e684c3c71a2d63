import { randomBytes } from 'node:crypto';
import { appendFile, renameSync, statSync } from 'node:fs';

/** Writes what went wrong to a file; never keys, and no text of messages. */
export interface Logger {
  /** Notes an error and returns the short reference under which it stands in the log. */
  error(error: unknown): string;
}

const longestLog = 5_000_000;

/**
 * A log of one JSON object a line. A file that has grown long is put beside itself as `.old` at
 * the start. A log that can't be written is no reason to fail.
 */
export function createLogger(file: string, now: () => number): Logger {
  rotate(file);
  return {
    error(error) {
      const reference = randomBytes(4).toString('hex');
      const entry = { time: new Date(now()).toISOString(), level: 'error', reference, ...describe(error) };
      appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 }, () => {});
      return reference;
    },
  };
}

function rotate(file: string): void {
  try {
    if (statSync(file).size > longestLog) renameSync(file, `${file}.old`);
  } catch {
    // There is no log yet, or it can't be moved: then it goes on growing.
  }
}

/** What an error is and where it came from, without its message: those of libraries quote what they read. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) };
  return { name: error.name, code, frames, ...cause };
}
