import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * A new folder that is removed with the test. It is in memory where that has room: what tests wait for most is a disk
 * that says it has written. The trials, which end processes in the middle of that, use the disk.
 */
export const temporaryFolder = (): string => folderIn(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir());

/** The same on the disk, for a confined command, which sees another `/dev`. */
export const temporaryFolderOnDisk = (): string => folderIn(tmpdir());

function folderIn(place: string): string {
  const folder = mkdtempSync(join(place, 'parley-'));
  // The last line of a log may still come down.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));
  return folder;
}

/** True of a folder that is there and takes what a test with a large database writes; a container's may not. */
function hasRoom(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize > 2 ** 30;
  } catch {
    return false;
  }
}
