import { join } from 'node:path';
import { createLogger, type Logger, logLevelOf } from '../log.ts';
import { suspectDamage } from '../storage/database.ts';
import { recoveryFacts } from '../storage/recovery/recovery-notice.ts';
import { isDamage, unusable } from '../storage/storage-error.ts';
import { openStores, type Stores } from '../storage/stores.ts';

export type StartOptions = {
  dataDir: string;
  version: string;
  env: Record<string, string | undefined>;
  host?: string;
  now: () => number;
};

type Wire<Started> = (stores: Stores, logger: Logger) => Started;

/**
 * Opens what a data folder holds and wires the app on it. Where the first thing that is read turns out
 * damaged, though the database looked sound, it is looked through and opened once more. Throws StorageError.
 */
export function startOnFolder<Started>(options: StartOptions, wire: Wire<Started>): Started {
  const { dataDir, env, now } = options;
  const level = logLevelOf(env['PARLEY_LOG']);
  const logger = createLogger({ file: join(dataDir, 'parley.log'), level, now });
  try {
    return tryToStart(options, logger, wire);
  } catch (error) {
    logger.error(error);
    if (!isDamage(error)) throw unusable(dataDir, error);
  }
  suspectDamage(dataDir);
  try {
    return tryToStart(options, logger, wire);
  } catch (error) {
    logger.error(error);
    throw unusable(dataDir, error);
  }
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

/** Notes errors; one that tells of damage has the next start look for it. */
export function reporter(stores: Stores, logger: Logger): (error: unknown) => string {
  return (error) => {
    if (isDamage(error)) stores.suspectDamage();
    return logger.error(error);
  };
}
