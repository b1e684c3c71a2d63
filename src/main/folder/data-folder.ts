import { type BigIntStats, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

export const inboxFolder = 'inbox';
export const exampleFolder = 'example-project';

/** The folders in the data folder that Parley makes for chats to be about. */
const lentFolders = [inboxFolder, exampleFolder];

/**
 * Parley's data folder, with its keys, tokens and tools, which agents of chats neither see nor change. It is known by
 * device and inode, so that it is the same one by any other spelling of its path, over a link, through another mount,
 * and after it was moved.
 */
export class DataFolder {
  readonly path: string;
  readonly #identity: string | undefined;

  /** `path` is absolute, and leads to a folder that is there. */
  constructor(path: string) {
    this.path = path;
    this.#identity = identityAt(path);
  }

  /**
   * Returns what says whether a path is closed to a chat on a folder: the data folder and everything in it. For one look
   * around, in which each folder is looked at once. Both are absolute, with links resolved.
   */
  closedTo(folder: string): (path: string) => boolean {
    if (this.lends(folder)) return () => false;
    const places = new Set(this.places());
    const known = new Map<string, boolean>();
    const isClosed = (path: string): boolean => {
      const before = known.get(path);
      if (before !== undefined) return before;
      const above = dirname(path);
      const found = places.has(path) || this.#isAt(path) || (above !== path && isClosed(above));
      known.set(path, found);
      return found;
    };
    return isClosed;
  }

  /** True for a folder that no chat may be about. */
  refuses(folder: string): boolean {
    const path = realPath(folder) ?? folder;
    return this.closedTo(path)(path);
  }

  /** False where the folder is not where it was when Parley started. */
  isInPlace(): boolean {
    return identityAt(this.path) === this.#identity;
  }

  /** Returns the paths at which it, or a part of it, is seen: its real one, and those of other mounts. */
  places(): string[] {
    const real = realPath(this.path) ?? this.path;
    return [...new Set([real, ...otherMounts(real)])];
  }

  /** True for a folder that Parley made in it for a chat to be about. */
  lends(folder: string): boolean {
    const root = realPath(this.path) ?? this.path;
    return lentFolders.some((name) => isAtOrUnder(folder, join(root, name)));
  }

  #isAt(path: string): boolean {
    return this.#identity !== undefined && identityAt(path) === this.#identity;
  }
}

/** A folder by device and inode, which other mounts of it share; undefined where nothing can be looked at. */
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

/** True for a path that is another one or lies in it. Both are absolute. */
export function isAtOrUnder(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A mount of Linux: `root` is the folder of the file system that is seen at `point`. */
type Mount = { device: string; root: string; point: string };

/**
 * Returns the paths at which another mount shows a folder, a part of it or something around it. Linux alone says where
 * these are (proc_pid_mountinfo(5)).
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

/** The kernel writes blanks and backslashes in octal digits: `\040`. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
