import type { BigIntStats } from 'node:fs';
import { lstat, mkdir, readlink, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { belongsToGit, protectionsOf } from '../../shared/files/protected-files.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import { largestBlob } from '../folder/file-content.ts';
import { excludeFiles } from '../folder/git-excludes.ts';
import { findRepository } from '../folder/git-repository.ts';
import { quietGitEnvironment, runQuietGit } from '../folder/quiet-git.ts';
import type { StagedFile } from '../storage/action-store.ts';
import type { CommandChangeResult, KeptFile } from '../storage/turn-change-store.ts';

/** The most files of a folder that are compared. */
const mostFiles = 50_000;

/** The largest file that is kept as a text, and the most of all such texts of one comparison, in bytes. */
const largestText = 1_000_000;

const mostText = 8_000_000;

/** A file whose clock shows less than this since its last change may change again unseen, in milliseconds. */
const clockStep = 100;

export type Taken = { type: 'taken'; snapshot: Snapshot } | Extract<CommandChangeResult, { type: 'unseen' }>;

type Known = { stamp: string; name: string };

/** A file to look at, and why nothing of it is read. */
type Listed = { path: string; why: 'ignored' | 'secret' | null };

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
        (path) => ({ path, why: protectionsOf(path).includes('holds-secrets') ? 'secret' : null }) as const,
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
  ): Promise<Extract<CommandChangeResult, { type: 'seen' }>> {
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
function snapshotChanges(
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

/** A file that is withheld at either moment is compared by its stamp alone. */
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

type Run = { args: readonly string[]; root?: string; workTree?: string; index?: string; input?: string };

/** What is in a folder, relative to it. Below ignored folders and repositories within, nothing is listed. */
type Listing = {
  /** Files that no rule covers, and tracked ones that a rule does. */
  files: string[];
  ignoredFiles: string[];
  ignoredFolders: string[];
  repositories: string[];
};

/**
 * The person's git on a bare repository of Parley's own. It reads no configuration but that, runs no hooks,
 * filters or monitors, and knows nothing of the environment's GIT_ variables.
 */
export class SnapshotGit {
  readonly repository: string;
  readonly #personEnv: Record<string, string | undefined>;
  readonly #env: NodeJS.ProcessEnv;
  #ready: Promise<boolean> | undefined;

  constructor(dataDir: string, env: Record<string, string | undefined>) {
    this.repository = join(dataDir, 'snapshots.git');
    this.#personEnv = env;
    this.#env = {
      ...quietGitEnvironment(env, this.repository),
      GIT_INDEX_FILE: join(this.repository, 'no-index'),
    };
  }

  /** Makes the repository; false where there is no git. Rejects where the disk does not let it, and tries again then. */
  isReady(): Promise<boolean> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /**
   * Lists a folder by the rules that git itself goes by: every .gitignore up to the repository around it, its
   * `info/exclude`, the person's `core.excludesFile`, and which files are tracked. Rejects where git fails.
   */
  async list(root: string): Promise<Listing> {
    const repository = findRepository(root);
    const excludes = await excludeFiles(repository, root, this.#personEnv);
    const index = repository === null ? undefined : join(repository.gitDir, 'index');
    const place = { root, workTree: repository?.root ?? root };
    const excludeFrom = excludes.map(({ path }) => `--exclude-from=${path}`);
    const common = ['ls-files', '-z', '--others', '--exclude-standard', ...excludeFrom];
    const run = async (args: readonly string[]) => {
      const own = this.#run({ ...place, args: [...common, ...args], ...(index !== undefined && { index }) });
      // An index that only its own repository can read: split, or with other names of contents.
      return pathsIn(await own.catch(() => this.#run({ ...place, args: [...common, ...args] })));
    };
    const found = await run(['--cached']);
    const ignored = await run(['--ignored', '--directory']);
    const folders = ignored.filter(isFolder);
    // A folder of which all files are ignored is listed before them, though no rule covers it.
    const isCovered = (folder: string) => !ignored.some((path) => path !== folder && path.startsWith(folder));
    return {
      files: found.filter((path) => !isFolder(path)),
      ignoredFiles: ignored.filter((path) => !isFolder(path)),
      ignoredFolders: folders.filter(isCovered),
      repositories: found.filter(isFolder),
    };
  }

  /** Keeps the contents of files as they are, byte for byte; returns their names. Rejects where one is gone. */
  async keep(root: string, paths: readonly string[]): Promise<string[]> {
    const onLines = paths.filter((path) => !path.includes('\n'));
    const input = onLines.map((path) => `./${path}\n`).join('');
    const names = await this.#run({
      root,
      input,
      args: ['hash-object', '-w', '--no-filters', '--stdin-paths'],
    });
    const known = new Map(zip(onLines, names.toString('latin1').trim().split('\n')));
    for (const path of paths) {
      if (known.has(path)) continue;
      const name = await this.#run({ root, args: ['hash-object', '-w', '--no-filters', '--', `./${path}`] });
      known.set(path, name.toString('latin1').trim());
    }
    return paths.map((path) => known.get(path) ?? '');
  }

  read(name: string): Promise<Buffer> {
    return this.#run({ args: ['cat-file', 'blob', name] });
  }

  async #prepare(): Promise<boolean> {
    await mkdir(this.repository, { recursive: true, mode: 0o700 });
    try {
      await this.#run({ args: ['init', '--quiet', '--bare', '--template=', '--object-format=sha1'] });
      return true;
    } catch {
      return false;
    }
  }

  #run({ args, root, workTree = root, index, input = '' }: Run): Promise<Buffer> {
    const place = root === undefined ? [] : ['-C', root, `--work-tree=${workTree}`];
    return runQuietGit({
      args: [`--git-dir=${this.repository}`, ...place, ...args],
      cwd: this.repository,
      env: index === undefined ? this.#env : { ...this.#env, GIT_INDEX_FILE: index },
      input,
    });
  }
}

/** Returns the paths in an output of git, without those that only an index can have, outside of the folder or in `.git`. */
function pathsIn(output: Buffer): string[] {
  const paths = output.toString('utf8').split('\0');
  return [...new Set(paths)].filter((path) => path !== '' && !path.startsWith('../') && !belongsToGit(path));
}

function isFolder(path: string): boolean {
  return path.endsWith('/');
}

function zip<A, B>(keys: readonly A[], values: readonly B[]): [A, B][] {
  return keys.flatMap((key, index) => {
    const value = values[index];
    return value === undefined ? [] : [[key, value] as [A, B]];
  });
}
