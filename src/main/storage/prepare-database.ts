import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { messageOf } from '../../shared/thrown-error.ts';
import { refuseIrregularFiles } from './data-file.ts';
import { connect, openReadOnly } from './database.ts';
import { migrate } from './migrate.ts';
import { databaseIn, suspectIn } from './open-database.ts';
import { finishRecovery, recoverDatabase, type Recovery } from './recovery/recover-database.ts';
import { refuseDamaged, refuseIncomplete } from './recovery/refuse-damaged.ts';
import { refuseSenseless } from './recovery/refuse-senseless.ts';
import { DamagedDatabase, isDamage, sqliteCode, unusable } from './storage-error.ts';
import { currentVersion, refuseOtherVersion, versionOf } from './version.ts';
import { refuseDamagedWal } from './wal/refuse-damaged-wal.ts';

/**
 * Makes a database that `openDatabase` opens, and its folder, where they are missing; brings an older one up to date
 * after taking a backup. A damaged one is set aside under another name, and what can be read of it is in the new one:
 * then returns what became of it. Throws StorageError with words for a person when the folder can't be used or this
 * Parley doesn't open the version of the database, which is then left as it is.
 */
export function prepareDatabase(dataDir: string, now: () => number): Recovery | undefined {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    refuseIrregularFiles(dataDir);
    finishRecovery(databaseIn(dataDir), now);
    return prepareOrRecover(dataDir, now);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function prepareOrRecover(dataDir: string, now: () => number): Recovery | undefined {
  try {
    prepareSound(dataDir);
    return undefined;
  } catch (error) {
    if (!isDamage(error)) throw error;
    const recovery = recoverDatabase(databaseIn(dataDir), now);
    rmSync(suspectIn(dataDir), { force: true });
    prepareSound(dataDir);
    return recovery;
  }
}

/** Throws an error of which `isDamage` is true for a damaged database. */
function prepareSound(dataDir: string): void {
  const file = databaseIn(dataDir);
  closeSync(openSync(file, 'a', 0o600));
  refuseDamagedWal(file);
  asDamage(() => checkReadOnly(file, existsSync(suspectIn(dataDir))));
  rmSync(suspectIn(dataDir), { force: true });
  const { durable, close } = connect(file);
  try {
    migrate(durable, file);
    refuseIncomplete(durable);
  } finally {
    close();
  }
}

function checkReadOnly(file: string, isSuspect: boolean): void {
  const connection = openReadOnly(file);
  try {
    refuseOtherVersion(versionOf(connection), file);
    refuseDamaged(connection, file, isSuspect);
    if (isSuspect && versionOf(connection) === currentVersion) refuseSenseless(connection);
  } finally {
    connection.close();
  }
}

/** SQLite reports a damaged file header as a logic error, which none of these statements has. */
function asDamage(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw sqliteCode(error) === 1 ? new DamagedDatabase(messageOf(error)) : error;
  }
}
