import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { belongsToGit } from '../../shared/files/git-files.ts';
import { excludeFiles } from '../folder/git-excludes.ts';
import { findRepository } from '../folder/git-state.ts';
import { quietGitEnvironment, runQuietGit } from '../folder/quiet-git.ts';

type Run = { args: readonly string[]; root?: string; workTree?: string; index?: string; input?: string };

/** What is in a folder, relative to it. Below ignored folders and repositories within, nothing is listed. */
export type Listing = {
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

  /** Says if there is a git, and makes the repository. Rejects where the disk does not let it, and tries again then. */
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

  /** Returns a content that was kept. */
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

/** The paths in an output of git, each once, without those that an index may have but no folder. */
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
