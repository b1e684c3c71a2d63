import { type BigIntStats, constants, statSync } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';

/** `identity` tells which folder was at the path when the chat was opened on it; null where any will do. */
export type KnownFolder = { path: string; identity: string | null };

/** Returns device, inode and birth time of the folder at a path, following links; undefined for none. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : writtenDown(stats);
}

/** True when the folder at the path is still the known one. Rejects where nothing is there. */
export async function isKnownFolder({ path, identity }: KnownFolder): Promise<boolean> {
  if (identity === null) return true;
  return isSame(identity, writtenDown(await stat(path, { bigint: true })));
}

/** The same synchronously, and false where nothing is there. */
export function isKnownFolderNow({ path, identity }: KnownFolder): boolean {
  return identity === null || isSame(identity, identityOf(path) ?? '');
}

/** Returns the text for a model and a person when another folder has replaced a chat's. */
export function folderReplaced(path: string): string {
  return `The folder ${path} is not the one this chat was opened on. Nothing was read or written. Put the first one back, or open this one with Open a folder.`;
}

function writtenDown({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}

/**
 * A disk may get another device number after a reboot; the birth time then decides, where the file system has it.
 */
function isSame(known: string, now: string): boolean {
  const [[device, inode, made], [deviceNow, inodeNow, madeNow]] = [known.split(':'), now.split(':')];
  return inode === inodeNow && (device === deviceNow || (made !== '0' && made === madeNow));
}

/** An open folder: work through it stays in that folder, even when its path changes. */
export type FolderHandle = {
  /** Returns the path of a name in the folder, valid until the handle is closed. */
  at(name: string): string;
  /** True while the folder still is where it was when it was opened. */
  isInPlace(): Promise<boolean>;
  /** Flushes changes of its names to the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a folder step by step from the workspace's real folder: `way` has the names down to it, and links are not
 * followed. Undefined where a step is not a folder, or is missing and not to be made.
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

/** Opens the workspace's folder, unless another has just replaced it. */
async function openRoot({ path, identity }: KnownFolder): Promise<FolderHandle | undefined> {
  const folder = await openHandle(path);
  if (folder === undefined || (await isKnownFolder({ path: folder.at('.'), identity }))) return folder;
  await folder.close();
  return undefined;
}

/** Returns true when a folder was made, false where something exists already. */
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

/** Errors of opening something that is not a folder: nothing, a file, a link. */
const notAFolder = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK']);

async function openHandle(path: string): Promise<FolderHandle | undefined> {
  try {
    return process.platform === 'linux' ? await openDescriptor(path) : await openByPath(path);
  } catch (error) {
    if (notAFolder.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/**
 * On Linux an open folder has a path of its own (`/proc/self/fd`), which stays valid when the folder is moved.
 */
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

/** Elsewhere the path is checked again right before each step. Not every system can sync a folder. */
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
