import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, open, rename, rmdir, unlink } from 'node:fs/promises';
import type { StagedFile } from '../../storage/action-store.ts';
import { ToolError } from '../tool-error.ts';
import { currentText } from './current-text.ts';
import { errorCode } from './error-code.ts';
import { type HeldFolder, holdFolder } from './held-folder.ts';

/**
 * Puts one file from the state `before` into the state `after`, and says whether it was in the first:
 * nothing is changed otherwise. Whoever reads it sees the one or the other, whole. Mode bits and owner
 * stay. On the disk on return. `root` is the workspace's real folder; no link on the way is followed.
 */
export async function swapFile(root: string, file: StagedFile): Promise<boolean> {
  const { way, name } = wayTo(file.path);
  const folder = await holdFolder(root, way, file.after === null ? 'leave' : 'make');
  if (folder === undefined) return false;
  try {
    const isDone =
      file.after === null ? await remove(folder, name, file) : await put(folder, name, file, file.after);
    if (isDone) await folder.sync();
    return isDone;
  } finally {
    await folder.letGo();
  }
}

/** Removes what a swap left beside a file that the end of the process cut off. */
export async function clearLeftover(root: string, { path, before, after }: StagedFile): Promise<void> {
  const { way } = wayTo(path);
  const folder = await holdFolder(root, way, 'leave');
  if (folder === undefined) return;
  try {
    for (const text of [before, after])
      if (text !== null) await unlinkIfThere(folder.at(temporaryName(path, text)));
  } finally {
    await folder.letGo();
  }
}

/** Removes a folder that nothing is in; any other stays. `path` is relative to the workspace's real folder. */
export async function removeIfEmpty(root: string, path: string): Promise<void> {
  const { way, name } = wayTo(path);
  const folder = await holdFolder(root, way, 'leave');
  if (folder === undefined) return;
  try {
    await rmdir(folder.at(name));
    await folder.sync();
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await folder.letGo();
  }
}

function wayTo(path: string): { way: string[]; name: string } {
  const names = path.split('/');
  return { way: names.slice(0, -1), name: names.at(-1) ?? '' };
}

async function remove(folder: HeldFolder, name: string, { path, before }: StagedFile): Promise<boolean> {
  if (!(await isStill(folder, name, path, before))) return false;
  await unlink(folder.at(name));
  return true;
}

async function put(folder: HeldFolder, name: string, file: StagedFile, text: string): Promise<boolean> {
  const [target, temporary] = [folder.at(name), folder.at(temporaryName(file.path, text))];
  await unlinkIfThere(temporary);
  try {
    await writeNew(temporary, text, await lookOf(target, file));
    if (!(await isStill(folder, name, file.path, file.before))) return false;
    return file.before === null ? await giveName(temporary, target) : await replace(temporary, target);
  } finally {
    await unlinkIfThere(temporary);
  }
}

async function replace(temporary: string, target: string): Promise<boolean> {
  await rename(temporary, target);
  return true;
}

/** A new file takes its name only where nothing has it; some file systems can't say that in one. */
async function giveName(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    return replace(temporary, target);
  }
}

/** Whether a file is as expected, in a folder that is where it was. */
async function isStill(
  folder: HeldFolder,
  name: string,
  path: string,
  text: string | null,
): Promise<boolean> {
  return (await folder.isInPlace()) && (await textOrOther(folder.at(name), path)) === text;
}

/** The text of a file, null where nothing is, undefined for what is no text file. */
export async function textOrOther(target: string, name: string): Promise<string | null | undefined> {
  try {
    return await currentText(target, name);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** What a file looks like from outside: its mode bits, and whose it is. */
type Look = { mode?: number | undefined; owner?: Pick<Stats, 'uid' | 'gid'> };

async function lookOf(target: string, { mode }: StagedFile): Promise<Look> {
  try {
    const stats = await lstat(target);
    return stats.isFile() ? { mode: stats.mode & 0o7777, owner: stats } : { mode };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { mode };
    throw error;
  }
}

async function writeNew(path: string, text: string, { mode, owner }: Look): Promise<void> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(path, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), 0o666);
  try {
    await handle.writeFile(text);
    // Only who owns the machine can give a file away; it is the writer's own then.
    if (owner !== undefined) await handle.chown(owner.uid, owner.gid).catch(() => {});
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** The same for the same text, so that it is found again after a crash; short, for names may be long. */
function temporaryName(path: string, text: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([path, text]))
    .digest('hex');
  return `.parley-${hash.slice(0, 16)}.tmp`;
}
