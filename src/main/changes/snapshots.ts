import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { StagedFile } from '../storage/action-store.ts';
import type { CommandResult, KeptFile } from '../storage/command-change-row.ts';
import { largestBlob } from '../folder/file-content.ts';
import type { SnapshotGit } from './snapshot-git.ts';
import { type Entry, type Snapshot, snapshotChanges } from './snapshot-changes.ts';

/** The most files of a folder that are compared. */
const mostFiles = 50_000;

/** The largest file that is kept as a text, and the most of all such texts of one comparison, in bytes. */
const largestText = 1_000_000;

const mostText = 8_000_000;

/** A file whose clock shows less than this since its last change may change again unseen, in milliseconds. */
const clockStep = 100;

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
    let room = mostText;
    for (const change of snapshotChanges(before, after)) {
      if (change.type === 'kept') {
        kept.push(change.file);
        continue;
      }
      const { file, size } = change;
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
