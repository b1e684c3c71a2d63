import { type BigIntStats, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

export const inboxFolder = 'inbox';
export const exampleFolder = 'example-project';

/** Folders that Parley makes in the data folder for chats. */
const chatFolders = [inboxFolder, exampleFolder];

/**
 * Parley's data folder, with its keys, tokens and tools, which agents of chats neither see nor change. It is
 * identified by device and inode, so that other spellings of its path, links, other mounts and moving it make no
 * difference.
 */
export class DataFolder {
  readonly path: string;
  readonly #identity: string | undefined;

  /** `path` is absolute and exists. */
  constructor(path: string) {
    this.path = path;
    this.#identity = identityAt(path);
  }

  /**
   * Returns a predicate for paths that are closed to a chat on a folder: the data folder and everything in it.
   * Caches for one pass over the files. All paths are absolute, with links resolved.
   */
  closedTo(folder: string): (path: string) => boolean {
    if (this.isChatFolder(folder)) return () => false;
    const paths = new Set(this.paths());
    const known = new Map<string, boolean>();
    const isClosed = (path: string): boolean => {
      const before = known.get(path);
      if (before !== undefined) return before;
      const above = dirname(path);
      const found = paths.has(path) || this.#isAt(path) || (above !== path && isClosed(above));
      known.set(path, found);
      return found;
    };
    return isClosed;
  }

  /** True for a folder that no chat may be on. */
  refuses(folder: string): boolean {
    const path = realPath(folder) ?? folder;
    return this.closedTo(path)(path);
  }

  /** False where the folder is not where it was when Parley started. */
  isInPlace(): boolean {
    return identityAt(this.path) === this.#identity;
  }

  /**
   * Returns the paths at which the folder, or a part of it, is visible: its real one, and those of other mounts.
   */
  paths(): string[] {
    const real = realPath(this.path) ?? this.path;
    return [...new Set([real, ...otherMounts(real)])];
  }

  /** True for a folder that Parley made in it for a chat. */
  isChatFolder(folder: string): boolean {
    const root = realPath(this.path) ?? this.path;
    return chatFolders.some((name) => isAtOrUnder(folder, join(root, name)));
  }

  #isAt(path: string): boolean {
    return this.#identity !== undefined && identityAt(path) === this.#identity;
  }
}

/** Returns a folder's device and inode, which its other mounts share; undefined where it can't be read. */
function identityAt(path: string): string | undefined {
  try {
    const stats: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** True for the same path or one within it. Both are absolute. */
export function isAtOrUnder(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A Linux mount: the file system's folder `root` is visible at `point`. */
type Mount = { device: string; root: string; point: string };

/**
 * Returns the paths at which other mounts show a folder, a part of it or a folder around it. Only Linux tells
 * (proc_pid_mountinfo(5)).
 */
function otherMounts(folder: string): string[] {
  const mounts = readMounts();
  const own = mounts
    .filter(({ point }) => isAtOrUnder(folder, point))
    .reduce<Mount | undefined>(
      (best, mount) => (best === undefined || mount.point.length >= best.point.length ? mount : best),
      undefined,
    );
  if (own === undefined) return [];
  const inFileSystem = join(own.root, relative(own.point, folder));
  return mounts
    .filter((mount) => mount !== own && mount.device === own.device)
    .flatMap(({ root, point }) => {
      if (isAtOrUnder(root, inFileSystem)) return [point];
      return isAtOrUnder(inFileSystem, root) ? [join(point, relative(root, inFileSystem))] : [];
    });
}

function readMounts(): Mount[] {
  if (process.platform !== 'linux') return [];
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, , device, root, point] = line.split(' ');
        if (device === undefined || root === undefined || point === undefined) return [];
        return [{ device, root: unescaped(root), point: unescaped(point) }];
      });
  } catch {
    return [];
  }
}

/** Decodes the kernel's octal escapes, such as `\040`. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
