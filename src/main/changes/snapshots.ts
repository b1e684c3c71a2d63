import type { BigIntStats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { protectionsOf } from '../../shared/files/protected-files.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import { largestBlob } from '../folder/file-content.ts';
import { createMutex, type Mutex } from '../mutex.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { Comparison, KeptFile, SeenChanges } from '../storage/turn-change-store.ts';
import type { Listing, SnapshotGit } from './snapshot-git.ts';

/** The most files of a folder that are compared. */
const mostFiles = 50_000;

/** The largest file that is kept as a text, and the most of all such texts of one comparison, in bytes. */
const largestText = 1_000_000;

const mostText = 8_000_000;

/** The most files that are looked at in one go. */
const atOnce = 64;

export type Taken = { type: 'taken'; snapshot: Snapshot } | Extract<Comparison, { type: 'unseen' }>;

/** A file to look at, and why nothing of it is read. */
type Listed = { path: string; why: 'ignored' | 'secret' | null };

/** What is known of a folder: its last listing, and the files that are in the stat cache of git. */
type Place = { mutex: Mutex; listed: ListedFiles | null; cached: Map<string, FileEntry> };

/** The files of a listing, sorted by what is read of them. */
type ListedFiles = {
  listing: Listing;
  readable: string[];
  withheld: Listed[];
  paths: ReadonlySet<string>;
  folders: Snapshot['folders'];
};

/** The files to keep: `changed` are those that the stat cache no longer knows. */
type ToKeep = { readable: readonly string[]; others: readonly Listed[]; changed: ReadonlySet<string> };

export class Snapshots {
  readonly #git: SnapshotGit;
  readonly #dataFolder: DataFolder;
  readonly #places = new Map<string, Place>();

  constructor(git: SnapshotGit, dataFolder: DataFolder) {
    this.#git = git;
    this.#dataFolder = dataFolder;
  }

  /**
   * Keeps all files of a folder, given by its real path, but those that git ignores or that may hold secrets. `since`
   * is an earlier snapshot: its files are looked at whether git lists them or not, and so are the `lost` ones, which may be
   * there again. What git's stat cache knows to be as it was is not looked at again.
   */
  async take(root: string, since?: Snapshot, lost: ReadonlySet<string> = new Set()): Promise<Taken> {
    if (!(await this.#git.isReady())) return { type: 'unseen', why: 'no-git' };
    const place = this.#places.get(root) ?? { mutex: createMutex(), listed: null, cached: new Map() };
    this.#places.set(root, place);
    return place.mutex(async () => {
      try {
        return await this.#take(root, place, { since, lost });
      } catch (error) {
        // The cache may have only a part of what is known.
        place.cached.clear();
        throw error;
      }
    });
  }

  async #take(
    root: string,
    place: Place,
    { since, lost }: { since: Snapshot | undefined; lost: ReadonlySet<string> },
  ): Promise<Taken> {
    if (place.cached.size === 0) await this.#git.forget(root);
    const [listing, changed] = await Promise.all([
      this.#git.list(root, place.listed?.listing),
      place.cached.size === 0 ? [] : this.#changedIn(root, place),
    ]);
    if (place.listed?.listing !== listing) place.listed = this.#sort(root, listing);
    const { readable, withheld, paths, folders } = place.listed;
    const isUnlisted = (path: string) => !paths.has(path) && !path.endsWith('/');
    const due = [...(since?.files.keys() ?? [])].filter(isUnlisted);
    const unlisted = [...new Set([...due, ...[...lost].filter(isUnlisted)])];
    if (paths.size + unlisted.length > mostFiles) return { type: 'unseen', why: 'too-many' };
    const others = [...withheld, ...unlisted.map((path) => ({ path, why: 'ignored' }) as const)];
    const files = await this.#keepAll(root, place, { readable, others, changed: new Set(changed) });
    const stillThere = new Set<string>();
    for (const folder of since?.folders.keys() ?? [])
      if ((await lstat(join(root, folder.slice(0, -1))).catch(() => undefined))?.isDirectory())
        stillThere.add(folder);
    return { type: 'taken', snapshot: { files, folders, stillThere } };
  }

  /** Returns what the stat cache no longer knows; without it every file is looked at again. */
  async #changedIn(root: string, { cached }: Place): Promise<string[]> {
    return this.#git.changed(root).catch(() => {
      cached.clear();
      return [];
    });
  }

  #sort(root: string, listing: Listing): ListedFiles {
    const isClosed = this.#dataFolder.closedTo(root);
    const isOpen = (path: string) => !isClosed(dirname(join(root, path)));
    const files = listing.files.filter(isOpen);
    const ignored = listing.ignoredFiles.filter(isOpen);
    const secret = new Set(files.filter((path) => protectionsOf(path).includes('holds-secrets')));
    return {
      listing,
      readable: files.filter((path) => !secret.has(path)),
      withheld: [
        ...[...secret].map((path) => ({ path, why: 'secret' }) as const),
        ...ignored.map((path) => ({ path, why: 'ignored' }) as const),
      ],
      paths: new Set([...files, ...ignored]),
      folders: new Map([
        ...listing.ignoredFolders.map((path) => [path, 'ignored'] as const),
        ...listing.repositories.map((path) => [path, 'repository'] as const),
      ]),
    };
  }

  /** Forgets what is known of contents, some of which were removed. */
  forget(): void {
    for (const { cached } of this.#places.values()) cached.clear();
  }

  /** Returns what became of the files between two snapshots; `lost` are those that their turn had deleted before. */
  async compare(before: Snapshot, after: Snapshot, lost: ReadonlySet<string>): Promise<SeenChanges> {
    const files: StagedFile[] = [];
    const kept: KeptFile[] = [];
    let room = mostText;
    for (const change of snapshotChanges(before, after, lost)) {
      if (change.type === 'kept') {
        kept.push(change.file);
        continue;
      }
      const { file, size } = change;
      const texts = size <= room && size <= 2 * largestText ? await this.#asTexts(file) : undefined;
      if (texts !== undefined) room -= size;
      files.push(texts ?? file);
    }
    return { type: 'seen', files, alsoChanged: [], kept };
  }

  async #keepAll(
    root: string,
    { cached }: Place,
    { readable, others, changed }: ToKeep,
  ): Promise<Snapshot['files']> {
    const files = new Map<string, Entry>();
    const due: Listed[] = [...others];
    for (const path of readable) {
      const known = changed.has(path) ? undefined : cached.get(path);
      if (known === undefined) due.push({ path, why: null });
      else files.set(path, known);
    }
    const unread: { path: string; stats: BigIntStats }[] = [];
    for (const { path, found } of await lookAt(root, due)) {
      if (found.type === 'unread') unread.push({ path, stats: found.stats });
      else files.set(path, found);
    }
    const names = await this.#git.keep(
      root,
      unread.map(({ path }) => path),
    );
    const read = unread.map(({ path, stats }, index) => {
      const entry = entryOf(stats, names[index] ?? '');
      files.set(path, entry);
      cached.set(path, entry);
      return { path, ...entry };
    });
    const gone = [...cached.keys()].filter((path) => files.get(path)?.type !== 'file');
    for (const path of gone) cached.delete(path);
    // Without the cache the next snapshot looks at every file again.
    await this.#git.remember(root, read, gone).catch(() => cached.clear());
    return files;
  }

  async #asTexts(file: StagedFile): Promise<StagedFile | undefined> {
    const { blobs: _, ...rest } = file;
    const before = await this.#text(file.before);
    const after = await this.#text(file.after);
    return before === undefined || after === undefined ? undefined : { ...rest, before, after };
  }

  async #text(name: string | null): Promise<string | null | undefined> {
    if (name === null) return null;
    const bytes = await this.#git.read(name);
    if (bytes.length > largestText || bytes.includes(0)) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  }
}

function stampOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return [size, mtimeNs, ctimeNs, ino].join(' ');
}

function entryOf(stats: BigIntStats, name: string): FileEntry {
  const { size, mode } = stats;
  return { type: 'file', stamp: stampOf(stats), name, size: Number(size), mode: Number(mode) & 0o7777 };
}

type Looked = { path: string; found: Entry | { type: 'unread'; stats: BigIntStats } };

/** Looks at files, without what is in those to be read. What is not there, or no file or link, is left out. */
async function lookAt(root: string, due: readonly Listed[]): Promise<Looked[]> {
  const isWithin = withinOf(root);
  const look = async ({ path, why }: Listed): Promise<Looked[]> => {
    if (!(await isWithin(path))) return [];
    const stats = await lstat(join(root, path), { bigint: true }).catch(() => undefined);
    if (stats === undefined) return [];
    const stamp = stampOf(stats);
    if (stats.isSymbolicLink()) {
      const target = await readlink(join(root, path)).catch(() => '');
      return [{ path, found: { type: 'link', stamp, target } }];
    }
    if (!stats.isFile()) return [];
    if (why !== null) return [{ path, found: { type: 'withheld', stamp, why } }];
    return [{ path, found: stats.size > largestBlob ? { type: 'large', stamp } : { type: 'unread', stats } }];
  };
  const looked: Looked[] = [];
  for (let start = 0; start < due.length; start += atOnce)
    looked.push(...(await Promise.all(due.slice(start, start + atOnce).map(look))).flat());
  return looked;
}

/** Returns a test whether a path stays in a folder: one that git tracks may lie behind a symbolic link by now. */
function withinOf(root: string): (path: string) => Promise<boolean> {
  const real = new Map<string, Promise<boolean>>();
  return (path) => {
    const folder = dirname(path);
    if (folder === '.') return Promise.resolve(true);
    const at = join(root, folder);
    const isReal =
      real.get(at) ??
      realpath(at).then(
        (found) => found === at,
        () => false,
      );
    real.set(at, isReal);
    return isReal;
  };
}

type Withheld = 'ignored' | 'secret' | 'repository';

/** A file at one moment; `stamp` changes whenever it does, `name` is git's name of its content. */
type Entry =
  | FileEntry
  | { type: 'large'; stamp: string }
  | { type: 'link'; stamp: string; target: string }
  | { type: 'withheld'; stamp: string; why: Withheld };

type FileEntry = { type: 'file'; stamp: string; name: string; size: number; mode: number };

/** A folder at one moment: its files by their paths, and what is one thing as a whole, by paths that end in `/`. */
export type Snapshot = {
  files: ReadonlyMap<string, Entry>;
  folders: ReadonlyMap<string, Withheld>;
  /** The folders of `before` that are still there, whatever they are by now. */
  stillThere: ReadonlySet<string>;
};

/** A file with git's names of its contents, of that size together, or one whose change can't be undone. */
type SnapshotChange = { type: 'file'; file: StagedFile; size: number } | { type: 'kept'; file: KeptFile };

/**
 * Returns what differs between two snapshots of a folder. A file counts as made only where nothing was at its path
 * before, ignored or not; what was below a folder that was withheld is not known, and that folder is named. `lost` are
 * the files that the turn had deleted before: one that is there again is named, though git ignores it.
 */
function snapshotChanges(
  before: Snapshot,
  after: Snapshot,
  lost: ReadonlySet<string> = new Set(),
): SnapshotChange[] {
  const changed = changedPaths(before, after);
  if (changed.length === 0 && !hasOtherFolders(before, after)) return [];
  const folders = foldersOf(before);
  const uncovered = new Set<string>();
  const changes = changed.flatMap((path): SnapshotChange[] => {
    const [was, is] = [before.files.get(path), after.files.get(path)];
    if (isIgnoredThroughout(was, is) && !(was === undefined && lost.has(path))) return [];
    const covering = was === undefined ? folderAround(path, before.folders) : undefined;
    if (covering !== undefined) {
      uncovered.add(covering);
      return [];
    }
    const why = reasonToKeep(was) ?? reasonToKeep(is) ?? (hasSameContent(was, is) ? 'mode' : null);
    if (why === null)
      return [{ type: 'file', file: fileOf(path, was, is, folders), size: sizeOf(was) + sizeOf(is) }];
    const change = was === undefined ? 'created' : is === undefined ? 'deleted' : 'changed';
    const mode = why === 'mode' && was?.type === 'file' ? { mode: was.mode } : {};
    return [{ type: 'kept', file: { path, change, kept: why, ...mode } }];
  });
  return [...changes, ...folderChanges(before, after, { uncovered, known: folders })];
}

/** Returns the paths at which something else is than before. */
function changedPaths(before: Snapshot, after: Snapshot): string[] {
  const paths: string[] = [];
  for (const [path, was] of before.files) if (!isSame(was, after.files.get(path))) paths.push(path);
  for (const path of after.files.keys()) if (!before.files.has(path)) paths.push(path);
  return paths;
}

/** False where the folders that are one thing each are those of before. */
function hasOtherFolders(before: Snapshot, after: Snapshot): boolean {
  if (before.folders !== after.folders) return true;
  return after.stillThere.size !== before.folders.size;
}

type KnownFolders = { uncovered: ReadonlySet<string>; known: ReadonlySet<string> };

function folderChanges(
  before: Snapshot,
  after: Snapshot,
  { uncovered, known }: KnownFolders,
): SnapshotChange[] {
  const gone = [...before.folders].flatMap(([path, why]) => {
    if (uncovered.has(path)) return [kept(path, 'changed', why)];
    return after.stillThere.has(path) ? [] : [kept(path, 'deleted', why)];
  });
  const made = [...after.folders].flatMap(([path, why]) => {
    const wasThere = known.has(path.slice(0, -1)) || folderAround(path, before.folders) !== undefined;
    return why !== 'repository' || wasThere ? [] : [kept(path, 'created', why)];
  });
  return [...gone, ...made];
}

function kept(path: string, change: KeptFile['change'], why: KeptFile['kept']): SnapshotChange {
  return { type: 'kept', file: { path, change, kept: why } };
}

/** Returns which of the folders a path lies in or is. */
function folderAround(path: string, folders: Snapshot['folders']): string | undefined {
  return [...foldersDownTo(path).map((folder) => `${folder}/`), path].find((folder) => folders.has(folder));
}

/** A file that is withheld at either moment is compared by its stamp alone. */
function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (a.stamp === b.stamp) return true;
  switch (a.type) {
    case 'file':
      return b.type === 'file' && a.name === b.name && a.mode === b.mode;
    case 'link':
      return b.type === 'link' && a.target === b.target;
    case 'large':
    case 'withheld':
      return false;
  }
}

/** True for what git ignores before and after, and for an ignored file that is new: logs, caches, what builds make. */
function isIgnoredThroughout(was: Entry | undefined, is: Entry | undefined): boolean {
  return isIgnored(is) && (was === undefined || isIgnored(was));
}

function isIgnored(entry: Entry | undefined): boolean {
  return entry?.type === 'withheld' && entry.why === 'ignored';
}

/** True for two files that differ in their mode bits alone. */
function hasSameContent(a: Entry | undefined, b: Entry | undefined): boolean {
  return a?.type === 'file' && b?.type === 'file' && a.name === b.name;
}

function reasonToKeep(entry: Entry | undefined): KeptFile['kept'] | null {
  if (entry === undefined || entry.type === 'file') return null;
  return entry.type === 'withheld' ? entry.why : entry.type;
}

function sizeOf(entry: Entry | undefined): number {
  return entry?.type === 'file' ? entry.size : 0;
}

function nameOf(entry: Entry | undefined): string | null {
  return entry?.type === 'file' ? entry.name : null;
}

function fileOf(
  path: string,
  was: Entry | undefined,
  is: Entry | undefined,
  folders: ReadonlySet<string>,
): StagedFile {
  const made = was === undefined ? foldersDownTo(path).filter((folder) => !folders.has(folder)) : [];
  return {
    path,
    before: nameOf(was),
    after: nameOf(is),
    blobs: true,
    ...(was?.type === 'file' && { mode: was.mode }),
    ...(made.length > 0 && { folders: made }),
  };
}

function foldersOf({ files, folders }: Snapshot): ReadonlySet<string> {
  const covered = [...folders.keys()].map((folder) => folder.slice(0, -1));
  return new Set([...[...files.keys(), ...covered].flatMap(foldersDownTo), ...covered]);
}

function foldersDownTo(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersDownTo(folder), folder];
}
