import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { belongsToGit } from '../../shared/files/protected-files.ts';
import { excludeFiles } from '../folder/git-excludes.ts';
import { findRepository } from '../folder/git-repository.ts';
import { quietGitEnvironment, runQuietGit } from '../folder/quiet-git.ts';

type RememberedFile = { path: string; name: string; mode: number };

type Run = { args: readonly string[]; root?: string; workTree?: string; index?: string; input?: string };

/** What is in a folder, relative to it. Below ignored folders and repositories within, nothing is listed. */
export type Listing = {
  /** Files that no rule covers, and tracked ones that a rule does. */
  files: string[];
  ignoredFiles: string[];
  ignoredFolders: string[];
  repositories: string[];
  /** What git said. */
  output: Buffer;
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
   * `info/exclude`, the person's `core.excludesFile`, and which files are tracked. Returns the `last` listing itself
   * where it still holds. Rejects where git fails.
   */
  async list(root: string, last: Listing | null = null): Promise<Listing> {
    const repository = findRepository(root);
    const excludes = await excludeFiles(repository, root, this.#personEnv);
    const index = repository === null ? undefined : join(repository.gitDir, 'index');
    const place = { root, workTree: repository?.root ?? root };
    const excludeFrom = excludes.map(({ path }) => `--exclude-from=${path}`);
    const common = ['ls-files', '-z', '--others', '--exclude-standard', ...excludeFrom];
    const run = (args: readonly string[]) => {
      const own = this.#run({ ...place, args: [...common, ...args], ...(index !== undefined && { index }) });
      // An index that only its own repository can read: split, or with other names of contents.
      return own.catch(() => this.#run({ ...place, args: [...common, ...args] }));
    };
    const [found, ignored] = await Promise.all([run(['--cached']), run(['--ignored', '--directory'])]);
    const output = Buffer.concat([found, Buffer.from('\0\0'), ignored]);
    return last?.output.equals(output) ? last : listingOf(found, ignored, output);
  }

  /** Keeps the contents of files as they are, byte for byte; returns their names. Rejects where one is gone. */
  async keep(root: string, paths: readonly string[]): Promise<string[]> {
    if (paths.length === 0) return [];
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

  /**
   * Returns which files of the folder's stat cache are not as they were when they were put there, by their times, size,
   * or content where those can't tell. Git reads no file for that whose times can.
   */
  async changed(root: string): Promise<string[]> {
    const args = ['diff-files', '-z', '--name-only', '--no-renames', '--ignore-submodules=all'];
    return (await this.#run({ root, index: this.#statCache(root), args }))
      .toString('utf8')
      .split('\0')
      .slice(0, -1);
  }

  /** Puts files with the names of their contents into the stat cache of the folder, and takes others out. */
  async remember(root: string, files: readonly RememberedFile[], gone: readonly string[]): Promise<void> {
    if (files.length + gone.length === 0) return;
    const index = this.#statCache(root);
    const modeOf = ({ mode }: RememberedFile) => ((mode & 0o100) === 0 ? '100644' : '100755');
    const input = [
      ...gone.map((path) => `0 ${'0'.repeat(40)}\t${path}\0`),
      ...files.map((file) => `${modeOf(file)} ${file.name}\t${file.path}\0`),
    ].join('');
    await this.#run({ root, index, input, args: ['update-index', '-z', '--index-info'] });
    // Reads the files once more: one that changed since its content was named stays among the changed ones.
    await this.#run({ root, index, args: ['update-index', '-q', '--refresh'] });
  }

  /** Empties the stat cache of a folder. */
  async forget(root: string): Promise<void> {
    await rm(this.#statCache(root), { force: true });
    await rm(`${this.#statCache(root)}.lock`, { force: true });
  }

  #statCache(root: string): string {
    return join(this.repository, `index-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
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

function listingOf(cached: Buffer, others: Buffer, output: Buffer): Listing {
  const [found, ignored] = [pathsIn(cached), pathsIn(others)];
  // A folder of which all files are ignored is listed before them, though no rule covers it.
  const covering = ignored
    .filter(isFolder)
    .filter((folder) => !ignored.some((path) => path !== folder && path.startsWith(folder)));
  return {
    files: found.filter((path) => !isFolder(path)),
    ignoredFiles: ignored.filter((path) => !isFolder(path)),
    ignoredFolders: covering,
    repositories: found.filter(isFolder),
    output,
  };
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
