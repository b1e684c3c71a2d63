import { dirname } from 'node:path';
import type { StagedFile } from '../storage/action-store.ts';
import type { KeptFile } from '../storage/command-change-row.ts';

/** The reason for which nothing of a file or folder is read. */
type Withheld = 'ignored' | 'secret' | 'repository';

/** A file at one moment; `stamp` changes whenever it does, `name` is git's name of its content. */
export type Entry =
  | { type: 'file'; stamp: string; name: string; size: number; mode: number }
  | { type: 'large'; stamp: string }
  | { type: 'link'; stamp: string; target: string }
  | { type: 'withheld'; stamp: string; why: Withheld };

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
export function snapshotChanges(
  before: Snapshot,
  after: Snapshot,
  lost: ReadonlySet<string> = new Set(),
): SnapshotChange[] {
  const folders = foldersOf(before);
  const uncovered = new Set<string>();
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  const changes = [...paths].flatMap((path): SnapshotChange[] => {
    const [was, is] = [before.files.get(path), after.files.get(path)];
    if (isSame(was, is)) return [];
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

/** Says if a file is the same; one that is withheld at either moment is known by its stamp alone. */
function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
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
