import type { Database, ScheduleRun } from '../../../src/main/storage/database.ts';
import { ensurePrepared } from '../../../src/main/storage/ensure-prepared.ts';
import { openDatabase } from '../../../src/main/storage/open-database.ts';
import { prepareDatabase } from '../../../src/main/storage/prepare-database.ts';
import type { Recovery } from '../../../src/main/storage/recovery/recover-database.ts';
import { openStores, type Stores } from '../../../src/main/storage/stores.ts';

/** Opens the database of a data folder as a host does. */
export async function openAsHost(
  dataDir: string,
  now: () => number,
): Promise<{ database: Database; recovery: Recovery | undefined }> {
  const recovery = await ensurePrepared(dataDir, now);
  return { database: openDatabase(dataDir), recovery };
}

/** Prepares and opens a database at once. */
export function databaseIn(dataDir: string, after?: ScheduleRun): Database {
  prepareDatabase(dataDir, Date.now);
  return openDatabase(dataDir, after);
}

/** The same, with all stores. */
export function storesIn(dataDir: string): Stores {
  prepareDatabase(dataDir, Date.now);
  return openStores(dataDir);
}
