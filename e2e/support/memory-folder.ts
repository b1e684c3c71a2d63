import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';

/** True where Linux keeps files in memory and a gigabyte is free there; containers often have less. */
export function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= 2 ** 30;
  } catch {
    return false;
  }
}

/**
 * Makes a folder for a test, in memory where there is room, since each commit waits for the disk. What survives a
 * killed process is the same there; only a machine that stops would show a difference.
 */
export function makeTestFolder(): Promise<string> {
  return mkdtemp(join(hasRoomInMemory() ? memory : tmpdir(), 'parley-e2e-'));
}
