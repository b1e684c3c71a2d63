import { type Dirent, lstatSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { belongsToGit, protectionsOf } from '../../shared/files/protected-files.ts';
import { isAtOrUnder } from '../folder/data-folder.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import { gitFolders } from '../trust/git-settings.ts';

/** Absolute paths in a folder, by what a command may not do there. */
export type ProtectedInFolder = {
  /** Files that may hold secrets, git's own, and folders that can't be looked into. */
  unreadable: string[];
  /** Other protected files, and folders of such, which stay as they are. */
  unchanged: string[];
  /** Protected names that are links: what they lead to can be kept, the link itself can't. */
  links: Map<string, string>;
};

/** How many folders are looked through, and how many paths can be kept from a command. */
const mostFolders = 20_000;
const mostPaths = 1_500;

/** Folders of installed packages: nothing of the person's is in them. */
const installed: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'dist-packages']);

type Place = { folder: string; isUnchanged: boolean };

/**
 * Finds the protected files of a folder, given by its real path. Undefined where they are too many to be kept from a
 * command, or one of them has a second name (a hard link), by which it could be read or changed.
 */
export async function protectedInFolder(root: string): Promise<ProtectedInFolder | undefined> {
  const git = await gitFolders(root);
  if (git.some((folder) => isAtOrUnder(root, folder))) return undefined;
  const found: ProtectedInFolder = { unreadable: git, unchanged: [], links: new Map() };
  const left: Place[] = [{ folder: root, isUnchanged: false }];
  for (let looked = 0; looked < mostFolders; looked += 1) {
    const place = left.pop();
    if (place === undefined) return found;
    const entries = await entriesOf(place.folder);
    if (entries === undefined || isBareRepository(entries)) {
      found.unreadable.push(place.folder);
      continue;
    }
    for (const entry of entries) {
      const looks = new Entry(root, place, entry);
      if (looks.hasSecondName()) return undefined;
      looks.addTo(found);
      if (looks.isToBeSearched()) left.push({ folder: looks.path, isUnchanged: looks.isUnchanged() });
    }
    if (found.unreadable.length + found.unchanged.length > mostPaths) return undefined;
  }
  return undefined;
}

/** Returns the protected files that were not there before, or whose links lead elsewhere; relative to the folder. */
export function newlyProtected(root: string, before: ProtectedInFolder, after: ProtectedInFolder): string[] {
  const known = new Set([...before.unreadable, ...before.unchanged]);
  const isIn = (path: string) => [...known].some((folder) => isAtOrUnder(path, folder));
  const targets = new Set(after.links.values());
  const made = [...after.unreadable, ...after.unchanged].filter((path) => !isIn(path) && !targets.has(path));
  const led = [...after.links].filter(([path, target]) => before.links.get(path) !== target);
  return [...new Set([...made, ...led.map(([path]) => path)])].map((path) => relative(root, path)).toSorted();
}

/** What is at a path in a folder, and what that means for a command. */
class Entry {
  readonly path: string;
  readonly #root: string;
  readonly #place: Place;
  readonly #entry: Dirent;
  readonly #protection: 'secret' | 'kept' | null;

  constructor(root: string, place: Place, entry: Dirent) {
    this.path = join(place.folder, entry.name);
    this.#root = root;
    this.#place = place;
    this.#entry = entry;
    this.#protection = this.#look();
  }

  isUnchanged(): boolean {
    return this.#place.isUnchanged || this.#protection !== null;
  }

  isToBeSearched(): boolean {
    return this.#entry.isDirectory() && this.#protection !== 'secret' && !installed.has(this.#entry.name);
  }

  hasSecondName(): boolean {
    if (this.#protection === null || !this.#entry.isFile()) return false;
    return (lstatSync(this.path, { throwIfNoEntry: false })?.nlink ?? 1) > 1;
  }

  addTo(found: ProtectedInFolder): void {
    if (this.#entry.name === 'node_modules') found.unchanged.push(join(this.path, '.bin'));
    if (this.#protection === null) return;
    const target = this.#target();
    if (this.#entry.isSymbolicLink()) found.links.set(this.path, target ?? '');
    const path = target ?? this.path;
    if (this.#protection === 'secret') found.unreadable.push(path);
    else if (!this.#place.isUnchanged && isAtOrUnder(path, this.#root)) found.unchanged.push(path);
  }

  #look(): 'secret' | 'kept' | null {
    const names = this.#names();
    if (names.some((name) => belongsToGit(name))) return 'secret';
    const protections = protectionsOf(...names);
    if (protections.includes('holds-secrets')) return 'secret';
    return protections.length > 0 ? 'kept' : null;
  }

  /** Names of files protect files, those of folders what is in them. */
  #names(): string[] {
    const name = relative(this.#root, this.path);
    if (this.#entry.isDirectory()) return [belongsToGit(name) ? name : join(name, 'any')];
    if (!this.#entry.isSymbolicLink()) return [name];
    const target = this.#target();
    if (target === undefined) return [name];
    const real = isAtOrUnder(target, this.#root) ? relative(this.#root, target) : target;
    return [name, real, join(real, 'any')];
  }

  /** Where a link leads; undefined for what is no link, or leads nowhere. */
  #target(): string | undefined {
    if (!this.#entry.isSymbolicLink()) return undefined;
    try {
      return realpathSync(this.path);
    } catch {
      return undefined;
    }
  }
}

function isBareRepository(entries: readonly Dirent[]): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name));
}

/** Returns what is in a folder; undefined where it can't be looked into. */
async function entriesOf(folder: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? [] : undefined;
  }
}
