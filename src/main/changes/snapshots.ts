import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { StagedFile } from '../storage/action-store.ts';
import type { CommandResult, KeptFile } from '../storage/turn-change-store.ts';
import { largestBlob } from '../folder/file-content.ts';
import type { SnapshotGit } from './snapshot-git.ts';

/** The most files of a folder that are compared. */
const mostFiles = 50_000;

/** The largest file that is kept as a text, and the most of all such texts of one comparison, in bytes. */
const largestText = 1_000_000;
const mostText = 8_000_000;

/** A file whose clock shows less than this since its last change may change again unseen, in milliseconds. */
const clockStep = 100;

type Entry =
  | { type: 'file'; name: string; size: number; mode: number }
  | { type: 'large'; stamp: string }
  | { type: 'link'; target: string };

/** The files of a folder at one moment, by their paths. */
export type Snapshot = ReadonlyMap<string, Entry>;

export type Taken = { type: 'taken'; snapshot: Snapshot } | Extract<CommandResult, { type: 'unseen' }>;

type Known = { stamp: string; name: string };

/** Takes snapshots of folders and compares them. */
export class Snapshots {
  readonly #git: SnapshotGit;
  readonly #dataDir: string;
  readonly #known = new Map<string, Map<string, Known>>();

  constructor(git: SnapshotGit, dataDir: string) {
    this.#git = git;
    this.#dataDir = dataDir;
  }

  /** Keeps all files of a folder, given by its real path. */
  async take(root: string): Promise<Taken> {
    if (!(await this.#git.isReady())) return { type: 'unseen', why: 'no-git' };
    const paths = (await this.#git.list(root)).filter((path) => !this.#isOwn(join(root, path)));
    if (paths.length > mostFiles) return { type: 'unseen', why: 'too-many' };
    return { type: 'taken', snapshot: await this.#keepAll(root, paths) };
  }

  /** Forgets what is known of contents, some of which were removed. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns what became of the files between two snapshots. */
  async compare(before: Snapshot, after: Snapshot): Promise<Extract<CommandResult, { type: 'seen' }>> {
    const files: StagedFile[] = [];
    const kept: KeptFile[] = [];
    const folders = foldersOf(before);
    let room = mostText;
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(path), after.get(path)];
      if (isSame(was, is)) continue;
      const why = reasonToKeep(was) ?? reasonToKeep(is) ?? (hasSameContent(was, is) ? 'mode' : null);
      if (why !== null) {
        const change = was === undefined ? 'created' : is === undefined ? 'deleted' : 'changed';
        kept.push({ path, change, kept: why });
        continue;
      }
      const file = fileOf(path, was, is, folders);
      const size = sizeOf(was) + sizeOf(is);
      const texts = size <= room && size <= 2 * largestText ? await this.#asTexts(file) : undefined;
      if (texts !== undefined) room -= size;
      files.push(texts ?? file);
    }
    return { type: 'seen', files, kept };
  }

  #isOwn(path: string): boolean {
    return path === this.#dataDir || path.startsWith(this.#dataDir + sep);
  }

  async #keepAll(root: string, paths: readonly string[]): Promise<Snapshot> {
    const known = this.#known.get(root) ?? new Map<string, Known>();
    this.#known.set(root, known);
    const snapshot = new Map<string, Entry>();
    const due: { path: string; stats: BigIntStats }[] = [];
    for (const path of paths) {
      const stats = await lstat(join(root, path), { bigint: true }).catch(() => undefined);
      if (stats === undefined) continue;
      if (stats.isSymbolicLink())
        snapshot.set(path, { type: 'link', target: await readlink(join(root, path)).catch(() => '') });
      else if (!stats.isFile()) continue;
      else if (stats.size > largestBlob) snapshot.set(path, { type: 'large', stamp: stampOf(stats) });
      else {
        const found = known.get(path);
        if (found?.stamp === stampOf(stats)) snapshot.set(path, entryOf(stats, found.name));
        else due.push({ path, stats });
      }
    }
    const now = Date.now();
    const names = await this.#git.keep(
      root,
      due.map(({ path }) => path),
    );
    for (const [index, { path, stats }] of due.entries()) {
      const name = names[index] ?? '';
      snapshot.set(path, entryOf(stats, name));
      if (Number(stats.ctimeMs) + clockStep < now) known.set(path, { stamp: stampOf(stats), name });
      else known.delete(path);
    }
    return snapshot;
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

function entryOf({ size, mode }: BigIntStats, name: string): Entry {
  return { type: 'file', name, size: Number(size), mode: Number(mode) & 0o7777 };
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
