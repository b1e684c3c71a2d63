import { statSync } from 'node:fs';
import { DamagedDatabase } from '../storage-error.ts';
import { refuseOtherVersion } from '../version.ts';
import { readWalFile, versionIn, type WalFile } from './read-wal.ts';

/**
 * Throws DamagedDatabase where SQLite would silently drop a part of the WAL, and StorageError for a version that
 * this Parley does not open. To be called before SQLite opens the files.
 */
export function refuseDamagedWal(file: string): void {
  const log = readWalFile(file);
  if (log === undefined || !isDamaged(file, log)) return;
  const again = readWalFile(file);
  if (again === undefined || !isDamaged(file, again) || !again.bytes.equals(log.bytes)) return;
  refuseOtherVersion(versionIn(file, log), file);
  throw new DamagedDatabase('Its WAL is damaged.');
}

/** SQLite deletes the WAL of an empty database file. */
function isDamaged(file: string, log: WalFile): boolean {
  return log.isDamaged || (log.frames.length > 0 && statSync(file).size === 0);
}
