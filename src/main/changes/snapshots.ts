import type { BigIntStats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { marksOf } from '../../shared/files/file-marks.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { CommandResult, KeptFile } from '../storage/command-change-row.ts';
import type { DataFolder } from '../folder/data-folder.ts';
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

/** A file to look at, and why nothing of it is read. */
type Listed = { path: string; why: 'ignored' | 'secret' | null };

/** Takes snapshots of folders and compares them. */
export class Snapshots {
  readonly #git: SnapshotGit;
  readonly #dataFolder: DataFolder;
  readonly #known = new Map<string, Map<string, Known>>();

  constructor(git: SnapshotGit, dataFolder: DataFolder) {
    this.#git = git;
    this.#dataFolder = dataFolder;
  }

  /**
   * Keeps all files of a folder, given by its real path, but those that git ignores or that may hold secrets. `since`
   * is an earlier snapshot: its files are looked at whether git lists them or not.
   */
  async take(root: string, since?: Snapshot): Promise<Taken> {
    if (!(await this.#git.isReady())) return { type: 'unseen', why: 'no-git' };
    const isClosed = this.#dataFolder.closedTo(root);
    const { files, ignoredFiles, ignoredFolders, repositories } = await this.#git.list(root);
    const listed = [
      ...files.map(
        (path) => ({ path, why: marksOf(path).includes('holds-secrets') ? 'secret' : null }) as const,
      ),
      ...ignoredFiles.map((path) => ({ path, why: 'ignored' }) as const),
    ].filter(({ path }) => !isClosed(dirname(join(root, path))));
    const known = new Set(listed.map(({ path }) => path));
    const unlisted = [...(since?.files.keys() ?? [])].filter((path) => !known.has(path));
    const all = [...listed, ...unlisted.map((path) => ({ path, why: 'ignored' }) as const)];
    if (all.length > mostFiles) return { type: 'unseen', why: 'too-many' };
    const folders = new Map([
      ...ignoredFolders.map((path) => [path, 'ignored'] as const),
      ...repositories.map((path) => [path, 'repository'] as const),
    ]);
    const stillThere = new Set<string>();
    for (const folder of since?.folders.keys() ?? [])
      if ((await lstat(join(root, folder.slice(0, -1))).catch(() => undefined))?.isDirectory())
        stillThere.add(folder);
    return { type: 'taken', snapshot: { files: await this.#keepAll(root, all), folders, stillThere } };
  }

  /** Forgets what is known of contents, some of which were removed. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns what became of the files between two snapshots; `lost` are those that their turn had deleted before. */
  async compare(
    before: Snapshot,
    after: Snapshot,
    lost: ReadonlySet<string>,
  ): Promise<Extract<CommandResult, { type: 'seen' }>> {
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
    return { type: 'seen', files, kept };
  }

  async #keepAll(root: string, listed: readonly Listed[]): Promise<Snapshot['files']> {
    const known = this.#known.get(root) ?? new Map<string, Known>();
    this.#known.set(root, known);
    const files = new Map<string, Entry>();
    const due: { path: string; stats: BigIntStats }[] = [];
    const isWithin = withinOf(root);
    for (const { path, why } of listed) {
      if (!(await isWithin(path))) continue;
      const stats = await lstat(join(root, path), { bigint: true }).catch(() => undefined);
      if (stats === undefined) continue;
      const stamp = stampOf(stats);
      const found = known.get(path);
      if (stats.isSymbolicLink())
        files.set(path, { type: 'link', stamp, target: await readlink(join(root, path)).catch(() => '') });
      else if (!stats.isFile()) continue;
      else if (why !== null) files.set(path, { type: 'withheld', stamp, why });
      else if (stats.size > largestBlob) files.set(path, { type: 'large', stamp });
      else if (found?.stamp === stamp) files.set(path, entryOf(stats, found.name));
      else due.push({ path, stats });
    }
    const now = Date.now();
    const names = await this.#git.keep(
      root,
      due.map(({ path }) => path),
    );
    for (const [index, { path, stats }] of due.entries()) {
      const name = names[index] ?? '';
      files.set(path, entryOf(stats, name));
      if (Number(stats.ctimeMs) + clockStep < now) known.set(path, { stamp: stampOf(stats), name });
      else known.delete(path);
    }
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

function entryOf(stats: BigIntStats, name: string): Entry {
  const { size, mode } = stats;
  return { type: 'file', stamp: stampOf(stats), name, size: Number(size), mode: Number(mode) & 0o7777 };
}

/** Returns what tells whether a path stays in a folder: what git has tracked may lie behind a link by now. */
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
