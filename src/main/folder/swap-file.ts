import { hash } from 'node:crypto';
import { link, lstat, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { type FolderHandle, openFolderHandle } from './folder-handle.ts';
import type { StagedFile } from '../storage/action-store.ts';
import { contentNow, contentToWrite } from './file-content.ts';
import type { WritableFolder } from './chat-folder.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import type { Stats } from 'node:fs';

/**
 * Prepares a file for its state `after`: writes the text to a temporary file beside it, with its future mode and
 * owner, flushed to the disk. Returns false where the path there is no longer a row of folders; missing ones are
 * made. `root` is the workspace's real folder, here and below; no link on the way is ever followed.
 */
export async function prepareFile(root: WritableFolder, file: StagedFile): Promise<boolean> {
  const { path, after } = file;
  if (after === null) return true;
  return inFolderOf(root, path, 'make', async (folder, name) => {
    const temporary = folder.at(temporaryName(path, after));
    await rm(temporary, { force: true });
    const content = await contentToWrite(root, file, after);
    await writeNew(temporary, content, await lookOf(folder.at(name), file));
    return true;
  });
}

/**
 * Brings a prepared file from its state `before` into its state `after`, atomically and flushed to the disk.
 * Returns false, and changes nothing, if it was not in the first.
 */
export async function commitFile(root: WritableFolder, file: StagedFile): Promise<boolean> {
  const { path, before, after } = file;
  return inFolderOf(root, path, 'leave', async (folder, name) => {
    if (!(await isStill(folder, name, file))) return false;
    const target = folder.at(name);
    if (after === null) await unlink(target);
    else {
      const temporary = folder.at(temporaryName(path, after));
      if (before !== null) await rename(temporary, target);
      else if (!(await giveName(temporary, target))) return false;
    }
    await folder.sync();
    return true;
  });
}

/** True when an existing file is in its state `before`. */
export async function isBefore(root: WritableFolder, file: StagedFile): Promise<boolean> {
  return inFolderOf(root, file.path, 'leave', (folder, name) => isStill(folder, name, file));
}

/** Removes prepared files that were not put in place. */
export async function clearPrepared(
  root: WritableFolder,
  { path, before, after }: StagedFile,
): Promise<void> {
  await inFolderOf(root, path, 'leave', async (folder) => {
    for (const text of [before, after])
      if (text !== null) await rm(folder.at(temporaryName(path, text)), { force: true });
    return true;
  });
}

/**
 * Removes an empty folder; leaves any other, and one that the system keeps. `path` is relative to the workspace
 * folder.
 */
export async function removeIfEmpty(root: WritableFolder, path: string): Promise<boolean> {
  const removed = inFolderOf(root, path, 'leave', async (folder, name) => {
    await rmdir(folder.at(name));
    await folder.sync();
    return true;
  });
  return removed.catch(() => false);
}

/** Runs work with the handle of a file's folder; returns false where there is no such folder. */
async function inFolderOf(
  root: WritableFolder,
  path: string,
  missing: 'make' | 'leave',
  work: (folder: FolderHandle, name: string) => Promise<boolean>,
): Promise<boolean> {
  const way = path.split('/');
  const name = way.pop() ?? '';
  const folder = await openFolderHandle(root, way, missing);
  if (folder === undefined) return false;
  try {
    return await work(folder, name);
  } finally {
    await folder.close();
  }
}

/** A new file gets its name only where nothing has it. */
async function giveName(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!withoutLinks.has(code)) throw error;
    await rename(temporary, target);
    return true;
  }
  // The file has its name; a left temporary file would not undo that.
  await unlink(temporary).catch(() => {});
  return true;
}

/** Errors of file systems without hard links, such as those of memory cards. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** True when a file is in its state `before`, in a folder that is where it was. */
async function isStill(folder: FolderHandle, name: string, file: StagedFile): Promise<boolean> {
  return (await folder.isInPlace()) && (await contentNow(folder.at(name), file)) === file.before;
}

/** Derived from path and text, so that it is found again after a crash; short, since names may be long. */
function temporaryName(path: string, text: string): string {
  return `.parley-${hash('sha256', JSON.stringify([path, text])).slice(0, 16)}.tmp`;
}

/** A file's mode bits and owner. */
type Look = { mode?: number | undefined; owner?: Pick<Stats, 'uid' | 'gid'> };

/** Returns the mode and owner for a file's next text. */
async function lookOf(target: string, { mode }: StagedFile): Promise<Look> {
  try {
    const stats = await lstat(target);
    return stats.isFile() ? { mode: stats.mode & 0o7777, owner: stats } : { mode };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { mode };
    throw error;
  }
}

/** Writes a new file to the disk; throws where its name is taken. */
async function writeNew(path: string, content: string | Uint8Array, { mode, owner }: Look): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(content);
    // Only root can give a file away; otherwise it is the writer's own.
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid).catch(() => {});
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
