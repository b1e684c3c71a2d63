import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/**
 * Two connections to one database. `durable` has reached the disk when a statement returns: for
 * whatever a person or an agent is told is stored. `relaxed` survives the end of the process but
 * perhaps not a power cut: for streaming text and drafts.
 */
export type Database = { durable: DatabaseSync; relaxed: DatabaseSync; close(): void };

/** Runs something after so many milliseconds, unless what it returns is called before. */
export type ScheduleRun = (milliseconds: number, run: () => void) => () => void;

/** The time to wait while another program holds the database, in milliseconds. */
const busyTimeout = 2_000;

/** SQLite checkpoints at this size of the WAL (1 MB), on the time of whoever writes then, and overwrites it from its beginning. */
const pagesInWal = 254;

/** After a large transaction the WAL is truncated to so many bytes when it is written from its beginning again. */
const maxWalBytes = 1_048_576;

/** Opens the connections to a database file, which may be empty. `after` schedules the checkpoints. */
export function connect(file: string, after: ScheduleRun = runLater): Database {
  const state: { checkpoints?: Checkpoints } = {};
  const wrote = () => state.checkpoints?.wrote();
  const durable = openConnection(file, 'FULL', wrote);
  try {
    const relaxed = openConnection(file, 'NORMAL', wrote);
    const checkpoints = createCheckpoints(durable, after);
    state.checkpoints = checkpoints;
    wrote();
    return {
      durable,
      relaxed,
      close() {
        checkpoints.close();
        relaxed.close();
        durable.close();
      },
    };
  } catch (error) {
    durable.close();
    throw error;
  }
}

function openConnection(file: string, synchronous: 'FULL' | 'NORMAL', wrote: () => void): DatabaseSync {
  const connection = new WritingConnection(file, wrote);
  try {
    connection.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;
       PRAGMA wal_autocheckpoint = ${pagesInWal}; PRAGMA journal_size_limit = ${maxWalBytes};`,
    );
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Opens a database without writing a byte. One that nobody has open is read as it lies, which leaves
 * no files beside it and works in a folder that can't be written; of one in use the newest state is read.
 */
export function openReadOnly(file: string, options: { defensive?: boolean } = {}): DatabaseSync {
  if (existsSync(`${file}-wal`))
    return new DatabaseSync(file, { readOnly: true, timeout: busyTimeout, ...options });
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true, ...options });
}

const writes = /^\s*(?:insert|update|delete|replace|with)\b/i;

/**
 * A connection that reports each writing statement as it runs. A statement is prepared when it is first
 * used, and a mistake in it shows then: the stores have hundreds, of which a start runs a few.
 */
export class WritingConnection extends DatabaseSync {
  readonly #wrote: () => void;

  constructor(file: string, wrote: () => void) {
    super(file, { timeout: busyTimeout });
    this.#wrote = wrote;
  }

  override prepare(sql: string): StatementSync {
    let prepared: StatementSync | undefined;
    const statement = (): StatementSync => (prepared ??= super.prepare(sql));
    const running = writes.test(sql) ? this.#reporting(statement) : statement;
    return {
      run: (...values: never[]) => running().run(...values),
      get: (...values: never[]) => running().get(...values),
      all: (...values: never[]) => statement().all(...values),
      iterate: (...values: never[]) => statement().iterate(...values),
      columns: () => statement().columns(),
      setAllowBareNamedParameters: (enabled) => statement().setAllowBareNamedParameters(enabled),
      setAllowUnknownNamedParameters: (enabled) => statement().setAllowUnknownNamedParameters(enabled),
      setReturnArrays: (enabled) => statement().setReturnArrays(enabled),
      setReadBigInts: (enabled) => statement().setReadBigInts(enabled),
      sourceSQL: sql,
      get expandedSQL() {
        return statement().expandedSQL;
      },
    };
  }

  #reporting(statement: () => StatementSync) {
    return (): StatementSync => {
      this.#wrote();
      return statement();
    };
  }
}

/** The WAL goes into the database once nothing was written for so many milliseconds. */
const quietTime = 2_000;

/** While somebody else reads, a checkpoint is tried so often; after that the next write begins anew. */
const maxTries = 5;

type Checkpoints = {
  /** Records that something is being written. */
  wrote(): void;
  close(): void;
};

/** Checkpoints and truncates the WAL once after each time of writing; nothing runs while nothing is written. */
function createCheckpoints(connection: DatabaseSync, after: ScheduleRun): Checkpoints {
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
    if (!truncateWal(connection) && tries < maxTries) wait();
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

/** Checkpoints without waiting for readers; returns true when the WAL is empty now. */
function truncateWal(connection: DatabaseSync): boolean {
  try {
    connection.exec('PRAGMA busy_timeout = 0');
    return connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } catch {
    // Somebody reads on this connection, or the disk fails; in that case the next write fails too.
    return false;
  } finally {
    connection.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  }
}

/** Runs the work in a transaction: all of it or, when it throws, none. */
export function inTransaction<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Reads a JSON column by its schema; a null column is null. Throws when the stored value is not of it. */
export function fromJson<Schema extends z.ZodType>(schema: Schema, column: unknown): z.infer<Schema> | null {
  return column === null ? null : schema.parse(JSON.parse(z.string().parse(column)));
}

/** Returns the schema of a JSON column that is never null. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text): z.infer<Schema> => schema.parse(JSON.parse(text)));
}

/** Returns the schema of a JSON column that may be null. */
export function nullableJsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((column) => fromJson(schema, column));
}

/** Writes a JSON column; undefined and null are stored as null. */
export function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
