import { join } from 'node:path';
import { createLogger, type Logger, logLevelOf } from '../log.ts';
import { requestFullCheck } from '../storage/open-database.ts';
import { recoveryFacts } from '../storage/recovery/recover-database.ts';
import { mayBeDamage, StorageError, unusable } from '../storage/storage-error.ts';
import { openStores, type Stores } from '../storage/stores.ts';
import { errorCode } from '../../shared/thrown-error.ts';

export type StartOptions = {
  dataDir: string;
  version: string;
  env: Record<string, string | undefined>;
  host?: string;
  now: () => number;
};

type Wire<Started> = (stores: Stores, logger: Logger) => Started;

/**
 * Opens what a data folder holds and wires the app on it. Where the first thing that is read can't be
 * understood, though the database looked sound, every row is looked at; where one makes no sense, what does
 * is recovered and opened. Throws StorageError.
 */
export function startOnFolder<Started>(options: StartOptions, wire: Wire<Started>): Started {
  const { dataDir, env, now } = options;
  const level = logLevelOf(env['PARLEY_LOG']);
  const logger = createLogger({ file: join(dataDir, 'parley.log'), level, now });
  try {
    return tryToStart(options, logger, wire);
  } catch (error) {
    const reference = logger.error(error);
    if (!mayBeDamage(error)) throw inWords(dataDir, error, reference);
    requestFullCheck(dataDir);
  }
  try {
    return tryToStart(options, logger, wire);
  } catch (error) {
    throw inWords(dataDir, error, logger.error(error));
  }
}

function inWords(dataDir: string, error: unknown, reference: string): StorageError {
  const isKnown = error instanceof StorageError || errorCode(error) !== undefined;
  if (isKnown) return unusable(dataDir, error);
  const problem = `Something stored in it can't be read (reference ${reference} in its parley.log). Nothing was changed. Choose another folder with --data-dir.`;
  return unusable(dataDir, new Error(problem, { cause: error }));
}

function tryToStart<Started>(
  { dataDir, version, host, now }: StartOptions,
  logger: Logger,
  wire: Wire<Started>,
): Started {
  const stores = openStores(dataDir, now);
  logger.info('started', { version, host, platform: process.platform, node: process.version });
  if (stores.recovery !== undefined) logger.info('recovered', recoveryFacts(stores.recovery));
  try {
    return wire(stores, logger);
  } catch (error) {
    stores.close();
    throw error;
  }
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
