import { appendFile } from 'node:fs';
import { randomBytes } from 'node:crypto';

/** Writes what went wrong to a file; never keys, and no text of messages. */
export interface Logger {
  /** Notes an error and returns the short reference under which it stands in the log. */
  error(error: unknown): string;
  info(text: string): void;
}

/**
 * A log of one JSON object a line; what `secrets` names is blotted out wherever it stands, for
 * providers repeat keys in their complaints. A log that can't be written is no reason to fail.
 */
export function createLogger(file: string, now: () => number, secrets: () => readonly string[]): Logger {
  const write = (entry: Record<string, unknown>) => {
    const line = JSON.stringify({ time: new Date(now()).toISOString(), ...entry });
    const clean = secrets().reduce((text, secret) => text.replaceAll(secret, '[key]'), line);
    appendFile(file, `${clean}\n`, { mode: 0o600 }, () => {});
  };
  return {
    error(error) {
      const reference = randomBytes(4).toString('hex');
      const detail =
        error instanceof Error ? { name: error.name, stack: error.stack } : { name: typeof error };
      write({ level: 'error', reference, ...detail });
      return reference;
    },
    info(text) {
      write({ level: 'info', text });
    },
  };
}
