import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, constants, openSync, renameSync, statSync } from 'node:fs';

/** The level of the log: failures, also the app's main steps, also every call of a window. */
export type LogLevel = 'error' | 'info' | 'debug';

/** The facts of an event: ids, counts, names of things; never what somebody wrote, nor a key. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Logs events for the search for a failure's reason; no keys, and no text of messages. */
export interface Logger {
  /** Logs an error and returns its short reference in the log. */
  error(error: unknown): string;
  info(event: string, facts?: Facts): void;
  debug(event: string, facts?: Facts): void;
}

type LogOptions = { file: string; level: LogLevel; now: () => number; longest?: number };

/** Beside the file that grows, so many older ones are kept: `.1` is the newest of them. */
const olderFiles = 3;
const ranks: Readonly<Record<LogLevel, number>> = { error: 0, info: 1, debug: 2 };

/** The level that `PARLEY_LOG` names; `info` for anything else. */
export function logLevelOf(named: string | undefined): LogLevel {
  return named === 'error' || named === 'debug' ? named : 'info';
}

/**
 * A log of one JSON object a line. A file that has grown longer than `longest` bytes makes room for a
 * new one. Lines are written at once, so that the last one before a crash is there. A log that can't be
 * written is no reason to fail.
 */
export function createLogger({ file, level, now, longest = 2_000_000 }: LogOptions): Logger {
  let size = sizeOf(file);
  const write = (at: LogLevel, entry: Record<string, unknown>): void => {
    if (ranks[at] > ranks[level]) return;
    const line = `${JSON.stringify({ time: new Date(now()).toISOString(), level: at, ...entry })}\n`;
    try {
      if (size > longest) size = makeRoom(file);
      append(file, line);
      size += Buffer.byteLength(line);
    } catch {
      // A full disk shows where it matters.
    }
  };
  return {
    error(error) {
      const reference = randomBytes(4).toString('hex');
      write('error', { reference, ...describe(error) });
      return reference;
    },
    info: (event, facts) => write('info', { event, ...facts }),
    debug: (event, facts) => write('debug', { event, ...facts }),
  };
}

/** Never waits for somebody to read a pipe that has the name of the log. */
function append(file: string, line: string): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK } = constants;
  const opened = openSync(file, O_APPEND | O_CREAT | O_WRONLY | (O_NONBLOCK ?? 0), 0o600);
  try {
    appendFileSync(opened, line);
  } finally {
    closeSync(opened);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Renames every file to the next number; the oldest one goes. */
function makeRoom(file: string): 0 {
  for (let number = olderFiles; number > 0; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${number}`);
  }
  return 0;
}

/**
 * Returns the name and the stack of an error without its message: those of libraries quote what they read.
 */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? {} : { cause: describe(error.cause) };
  return { name: error.name, code, frames: framesOf(error), ...cause };
}

/** The lines of the stack after the message, which may have lines of its own that look like them. */
function framesOf({ stack = '', message }: Error): string[] {
  const end = stack.indexOf(message) + message.length;
  return stack
    .slice(Math.max(end, 0))
    .split('\n')
    .filter((line) => line.startsWith('    at '));
}
