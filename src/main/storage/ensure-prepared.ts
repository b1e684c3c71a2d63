import { existsSync } from 'node:fs';
import { refuseIrregularFiles } from './data-file.ts';
import { openReadOnly } from './database.ts';
import { databaseIn, suspectIn } from './open-database.ts';
import type { Recovery } from './recovery/recover-database.ts';
import { refuseDamaged, refuseIncomplete } from './recovery/refuse-damaged.ts';
import { currentVersion, versionOf } from './version.ts';

/**
 * Prepares the database of a data folder (`prepareDatabase`), unless it is as a run of this Parley leaves it. What makes,
 * migrates and recovers databases loads only then. Throws StorageError.
 */
export async function ensurePrepared(dataDir: string, now: () => number): Promise<Recovery | undefined> {
  if (isPrepared(dataDir)) return undefined;
  const { prepareDatabase } = await import('./prepare-database.ts');
  return prepareDatabase(dataDir, now);
}

/** True for a sound database of this version that was closed, and in which the last run met nothing unreadable. */
function isPrepared(dataDir: string): boolean {
  const file = databaseIn(dataDir);
  const left = [`${file}-wal`, `${file}-shm`, suspectIn(dataDir)];
  try {
    refuseIrregularFiles(dataDir);
    return existsSync(file) && !left.some((path) => existsSync(path)) && isSound(file);
  } catch {
    // Preparing it meets the same, and tells damage from what stands in the way.
    return false;
  }
}

function isSound(file: string): boolean {
  const connection = openReadOnly(file);
  try {
    if (versionOf(connection) !== currentVersion) return false;
    refuseDamaged(connection, file, false);
    refuseIncomplete(connection);
    return true;
  } finally {
    connection.close();
  }
}
