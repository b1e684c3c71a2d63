import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Puts a text in the place of a file, or makes one: whoever reads it sees the old or the new, whole.
 * The mode bits stay. On the disk on return; a failure leaves what was there.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const mode = await modeOf(path);
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.parley`);
  try {
    await writeNew(temporary, text, mode);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Deletes a file; one that is gone already stays so. On the disk on return. */
export async function removeDurably(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await syncFolder(dirname(path));
}

async function writeNew(path: string, text: string, mode: number | undefined): Promise<void> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(path, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), 0o666);
  try {
    await handle.writeFile(text);
    if (mode !== undefined) await chmod(path, mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Some systems can't sync a folder; the file itself is on the disk then all the same. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
