import { type BigIntStats, constants, statSync } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';

/**
 * A chat's folder: its path, and which folder stood there when the chat was opened on it. `identity` is null
 * where any folder at that path will do.
 */
export type KnownFolder = { path: string; identity: string | null };

/** The folder at a path, links followed: its device, its inode, and when it was made. Undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : writtenDown(stats);
}

/** True when the folder at its path still is the one that is known. Rejects where nothing is there. */
export async function isKnownFolder({ path, identity }: KnownFolder): Promise<boolean> {
  if (identity === null) return true;
  return isSame(identity, writtenDown(await stat(path, { bigint: true })));
}

/** The same at once, and false where nothing is there. */
export function isKnownFolderNow({ path, identity }: KnownFolder): boolean {
  return identity === null || isSame(identity, identityOf(path) ?? '');
}

/** Returns the text for a model and a person where another folder has taken the place of a chat's. */
export function folderReplaced(path: string): string {
  return `The folder ${path} is not the one this chat was opened on. Nothing was read or written. Put the first one back, or open this one with Open a folder.`;
}

function writtenDown({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}

/**
 * A disk may get another device number with the next start of the system; the folder is told by when it was
 * made then, where the file system keeps that.
 */
function isSame(known: string, now: string): boolean {
  const [[device, inode, made], [deviceNow, inodeNow, madeNow]] = [known.split(':'), now.split(':')];
  return inode === inodeNow && (device === deviceNow || (made !== '0' && made === madeNow));
}

/** A handle of an open folder: work through it stays in that folder, also when its path changes. */
export type FolderHandle = {
  /** The path of a name in the folder, valid until the handle is closed. */
  at(name: string): string;
  /** True while the folder still is where it was when it was opened. */
  isInPlace(): Promise<boolean>;
  /** Brings what was done to its names to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a folder step by step from the workspace's real folder: `way` are the names down to it, and no
 * link among them is followed. Undefined where the way is no row of folders, or ends and is not to be made.
 */
export async function openFolderHandle(
  root: KnownFolder,
  way: readonly string[],
  missing: 'make' | 'leave',
): Promise<FolderHandle | undefined> {
  let folder = await openRoot(root);
  for (const name of way) {
    const above: FolderHandle | undefined = folder;
    if (above === undefined) return undefined;
    try {
      folder = await openHandle(above.at(name));
      if (folder === undefined && missing === 'make' && (await makeFolder(above, name)))
        folder = await openHandle(above.at(name));
    } finally {
      await above.close();
    }
  }
  return folder;
}

/** The workspace's folder, unless another one has just taken its place. */
async function openRoot({ path, identity }: KnownFolder): Promise<FolderHandle | undefined> {
  const folder = await openHandle(path);
  if (folder === undefined || (await isKnownFolder({ path: folder.at('.'), identity }))) return folder;
  await folder.close();
  return undefined;
}

/** Returns true when a folder was made, false where something was there already. */
async function makeFolder(above: FolderHandle, name: string): Promise<boolean> {
  try {
    await mkdir(above.at(name));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  await above.sync();
  return true;
}

/** The errors of opening a path that is no folder: nothing, a file, a link. */
const notAFolder = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK']);

async function openHandle(path: string): Promise<FolderHandle | undefined> {
  try {
    return process.platform === 'linux' ? await openDescriptor(path) : await openByPath(path);
  } catch (error) {
    if (notAFolder.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** On Linux an open folder has a path of its own, which leads to it also after it was moved. */
async function openDescriptor(path: string): Promise<FolderHandle | undefined> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const own = `/proc/self/fd/${handle.fd}`;
  const place = await readlink(own).catch(() => undefined);
  if (place === undefined) {
    await handle.close();
    return openByPath(path);
  }
  return {
    at: (name) => join(own, name),
    isInPlace: async () => (await readlink(own)) === place,
    sync: () => handle.sync().catch(() => {}),
    close: () => handle.close(),
  };
}

/** Elsewhere its path is looked at again right before something is done. Not every system can sync a folder. */
async function openByPath(path: string): Promise<FolderHandle | undefined> {
  if (!(await lstat(path)).isDirectory()) return undefined;
  return {
    at: (name) => join(path, name),
    isInPlace: async () => (await realpath(path).catch(() => undefined)) === path,
    async sync() {
      const handle = await open(path, 'r').catch(() => undefined);
      await handle?.sync().catch(() => {});
      await handle?.close();
    },
    close: async () => {},
  };
}
