import { dirname } from 'node:path';
import type { StagedFile } from '../storage/action-store.ts';
import type { KeptFile } from '../storage/command-change-row.ts';

/** A file of a folder at one moment. */
export type Entry =
  | { type: 'file'; name: string; size: number; mode: number }
  | { type: 'large'; stamp: string }
  | { type: 'link'; target: string };

/** The files of a folder at one moment, by their paths. */
export type Snapshot = ReadonlyMap<string, Entry>;

/** A file with git's names of its contents, of that size together, or one whose change can't be undone. */
type SnapshotChange = { type: 'file'; file: StagedFile; size: number } | { type: 'kept'; file: KeptFile };

/** Returns the files that differ between two snapshots of a folder. */
export function snapshotChanges(before: Snapshot, after: Snapshot): SnapshotChange[] {
  const folders = foldersOf(before);
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].flatMap((path): SnapshotChange[] => {
    const [was, is] = [before.get(path), after.get(path)];
    if (isSame(was, is)) return [];
    const why = reasonToKeep(was) ?? reasonToKeep(is) ?? (hasSameContent(was, is) ? 'mode' : null);
    if (why === null)
      return [{ type: 'file', file: fileOf(path, was, is, folders), size: sizeOf(was) + sizeOf(is) }];
    const change = was === undefined ? 'created' : is === undefined ? 'deleted' : 'changed';
    return [{ type: 'kept', file: { path, change, kept: why } }];
  });
}

function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  switch (a.type) {
    case 'file':
      return b.type === 'file' && a.name === b.name && a.mode === b.mode;
    case 'large':
      return b.type === 'large' && a.stamp === b.stamp;
    case 'link':
      return b.type === 'link' && a.target === b.target;
  }
}

/** True for two files that differ in their mode bits alone. */
function hasSameContent(a: Entry | undefined, b: Entry | undefined): boolean {
  return a?.type === 'file' && b?.type === 'file' && a.name === b.name;
}

function reasonToKeep(entry: Entry | undefined): 'large' | 'link' | null {
  return entry === undefined || entry.type === 'file' ? null : entry.type;
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

function foldersOf(snapshot: Snapshot): ReadonlySet<string> {
  return new Set([...snapshot.keys()].flatMap(foldersDownTo));
}

function foldersDownTo(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersDownTo(folder), folder];
}
