import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { quietGitEnvironment, runQuietGit } from '../folder/quiet-git.ts';

type Run = { args: readonly string[]; root?: string; input?: string };

/**
 * The person's git on a bare repository of Parley's own. It reads no configuration but that, runs no hooks,
 * filters or monitors, and knows nothing of the environment's GIT_ variables.
 */
export class SnapshotGit {
  readonly repository: string;
  readonly #env: NodeJS.ProcessEnv;
  #ready: Promise<boolean> | undefined;

  constructor(dataDir: string, env: Record<string, string | undefined>) {
    this.repository = join(dataDir, 'snapshots.git');
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

  /** Lists the files of a folder that its .gitignore files do not cover, relative to it. */
  async list(root: string): Promise<string[]> {
    const listed = await this.#run({ root, args: ['ls-files', '-z', '--others', '--exclude-standard'] });
    // A name that ends in a slash is that of a repository of its own.
    return listed
      .toString('utf8')
      .split('\0')
      .filter((path) => path !== '' && !path.endsWith('/'));
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

  #run({ args, root, input = '' }: Run): Promise<Buffer> {
    const place = root === undefined ? [] : ['-C', root, `--work-tree=${root}`];
    return runQuietGit({
      args: [`--git-dir=${this.repository}`, ...place, ...args],
      cwd: this.repository,
      env: this.#env,
      input,
    });
  }
}

function zip<A, B>(keys: readonly A[], values: readonly B[]): [A, B][] {
  return keys.flatMap((key, index) => {
    const value = values[index];
    return value === undefined ? [] : [[key, value] as [A, B]];
  });
}
