import type { DatabaseSync } from 'node:sqlite';

/** So long nothing may have been written before the WAL goes into the database, in milliseconds. */
const quietTime = 2_000;

/** So often it is tried while somebody else reads; after that the next write begins anew. */
const mostTries = 5;

/** Runs something after so many milliseconds, unless what it returns is called before. */
export type ScheduleRun = (milliseconds: number, run: () => void) => () => void;

export type Checkpoints = {
  /** Records that something is being written. */
  wrote(): void;
  close(): void;
};

type Options = {
  connection: DatabaseSync;
  /** The connection's busy timeout in milliseconds, set again after a checkpoint, which waits for nobody. */
  patience: number;
  after?: ScheduleRun | undefined;
};

/** Checkpoints and truncates the WAL once after each time of writing; nothing runs while nothing is written. */
export function createCheckpoints({ connection, patience, after = runLater }: Options): Checkpoints {
  let stop: (() => void) | undefined;
  let isQuiet = true;
  let tries = 0;

  function wait(): void {
    isQuiet = true;
    stop = after(quietTime, onQuiet);
  }

  function onQuiet(): void {
    stop = undefined;
    if (!isQuiet) return wait();
    tries += 1;
    if (!truncate(connection, patience) && tries < mostTries) wait();
  }

  return {
    wrote() {
      isQuiet = false;
      tries = 0;
      if (stop === undefined) wait();
    },
    close: () => stop?.(),
  };
}

/** A timer that keeps no process from ending. */
function runLater(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
}

/** Returns true when the WAL is empty now. */
function truncate(connection: DatabaseSync, patience: number): boolean {
  try {
    connection.exec('PRAGMA busy_timeout = 0');
    return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } catch {
    // Somebody reads on this connection, or the disk fails, which the next write tells.
    return false;
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${patience}`);
  }
}
