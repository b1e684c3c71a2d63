import { join } from 'node:path';
import { createLogger, type Logger, logLevelOf } from '../log.ts';
import { ensurePrepared } from '../storage/ensure-prepared.ts';
import { requestFullCheck } from '../storage/open-database.ts';
import type { Recovery } from '../storage/recovery/recover-database.ts';
import { mayBeDamage, StorageError, unusable } from '../storage/storage-error.ts';
import type { Stores } from '../storage/stores.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import type { AppOptions } from './app-options.ts';

type FolderOptions = { dataDir: string; env: AppOptions['env']; now: () => number };

/** What the app is created with on a data folder. */
export type PreparedFolder = {
  logger: Logger;
  /** What became of its database, where that was damaged. */
  recovery: Recovery | undefined;
};

/**
 * Starts on a data folder once its database is prepared. Where the first thing that is read can't be understood, though
 * the database looked sound, every row is looked at; where one makes no sense, what does is recovered. Throws
 * StorageError.
 */
export async function startOnFolder<Started>(
  options: FolderOptions,
  start: (prepared: PreparedFolder) => Started,
): Promise<Started> {
  const { dataDir, now } = options;
  const logger = openLog(options);
  const tryToStart = async () => start({ logger, recovery: await ensurePrepared(dataDir, now) });
  try {
    return await tryToStart();
  } catch (error) {
    const reference = logger.error(error);
    if (!mayBeDamage(error)) throw inWords(dataDir, error, reference);
    requestFullCheck(dataDir);
  }
  try {
    return await tryToStart();
  } catch (error) {
    throw inWords(dataDir, error, logger.error(error));
  }
}

/** Returns the log of a data folder. */
export function openLog({ dataDir, env, now }: FolderOptions): Logger {
  return createLogger({ file: join(dataDir, 'parley.log'), level: logLevelOf(env['PARLEY_LOG']), now });
}

function inWords(dataDir: string, error: unknown, reference: string): StorageError {
  const isKnown = error instanceof StorageError || errorCode(error) !== undefined;
  if (isKnown) return unusable(dataDir, error);
  const problem = `Something stored in it can't be read (reference ${reference} in its parley.log). Nothing was changed. Choose another folder with --data-dir.`;
  return unusable(dataDir, new Error(problem, { cause: error }));
}

/**
 * Returns a function that logs errors; after one that may come from damage the next start checks the
 * database.
 */
export function reporter(stores: Stores, logger: Logger): (error: unknown) => string {
  return (error) => {
    if (mayBeDamage(error)) stores.requestFullCheck();
    return logger.error(error);
  };
}
