import { constants } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isKnownFolder, type KnownFolder } from './known-folder.ts';
import { errorCode } from './error-code.ts';

/** A folder that is held on to, so that what is done in it is done in it, whatever becomes of its path. */
export type HeldFolder = {
  /** The path of a name in the folder, good until the folder is let go. */
  at(name: string): string;
  /** True while the folder still is where it was when it was opened. */
  isInPlace(): Promise<boolean>;
  /** Brings what was done to its names to the disk. */
  sync(): Promise<void>;
  letGo(): Promise<void>;
};

/**
 * Takes a folder step by step from the workspace's real folder: `way` are the names down to it, and no
 * link among them is followed. Undefined where the way is no row of folders, or ends and is not to be made.
 */
export async function holdFolder(
  root: KnownFolder,
  way: readonly string[],
  missing: 'make' | 'leave',
): Promise<HeldFolder | undefined> {
  let held = await holdRoot(root);
  for (const name of way) {
    const above: HeldFolder | undefined = held;
    if (above === undefined) return undefined;
    try {
      held = await hold(above.at(name));
      if (held === undefined && missing === 'make' && (await makeFolder(above, name)))
        held = await hold(above.at(name));
    } finally {
      await above.letGo();
    }
  }
  return held;
}

/** The workspace's folder, unless another one has just taken its place. */
async function holdRoot({ path, identity }: KnownFolder): Promise<HeldFolder | undefined> {
  const held = await hold(path);
  if (held === undefined || (await isKnownFolder({ path: held.at('.'), identity }))) return held;
  await held.letGo();
  return undefined;
}

/** Returns true when a folder was made, false where something was there already. */
async function makeFolder(above: HeldFolder, name: string): Promise<boolean> {
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

async function hold(path: string): Promise<HeldFolder | undefined> {
  try {
    return process.platform === 'linux' ? await holdOpen(path) : await holdByPath(path);
  } catch (error) {
    if (notAFolder.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** On Linux an open folder has a path of its own, which leads to it also after it was moved. */
async function holdOpen(path: string): Promise<HeldFolder | undefined> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const own = `/proc/self/fd/${handle.fd}`;
  const place = await readlink(own).catch(() => undefined);
  if (place === undefined) {
    await handle.close();
    return holdByPath(path);
  }
  return {
    at: (name) => join(own, name),
    isInPlace: async () => (await readlink(own)) === place,
    sync: () => handle.sync().catch(() => {}),
    letGo: () => handle.close(),
  };
}

/** Elsewhere its path is looked at again right before something is done. Not every system can sync a folder. */
async function holdByPath(path: string): Promise<HeldFolder | undefined> {
  if (!(await lstat(path)).isDirectory()) return undefined;
  return {
    at: (name) => join(path, name),
    isInPlace: async () => (await realpath(path).catch(() => undefined)) === path,
    async sync() {
      const handle = await open(path, 'r').catch(() => undefined);
      await handle?.sync().catch(() => {});
      await handle?.close();
    },
    letGo: async () => {},
  };
}
