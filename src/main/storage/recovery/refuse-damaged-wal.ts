import { statSync } from 'node:fs';
import { refuseOtherVersion } from '../migrate.ts';
import { DamagedDatabase } from '../storage-error.ts';
import { type WalFile, readWalFile, versionIn } from '../wal/wal-file.ts';

/**
 * Throws DamagedDatabase where SQLite would take what stands before the damage in a WAL for all there is, and
 * StorageError where the database has a version that this Parley doesn't open. To be called before SQLite sees
 * the files.
 */
export function refuseDamagedWal(file: string): void {
  const log = readWalFile(file);
  if (log === undefined || !isDamaged(file, log)) return;
  const again = readWalFile(file);
  if (again === undefined || !isDamaged(file, again) || !again.bytes.equals(log.bytes)) return;
  refuseOtherVersion(versionIn(file, log), file);
  throw new DamagedDatabase('Its WAL is damaged.');
}

/** SQLite deletes the WAL of a database that is empty. What looks damaged only once is being written to. */
function isDamaged(file: string, log: WalFile): boolean {
  return log.isDamaged || (log.frames.length > 0 && statSync(file).size === 0);
}
