import { stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { posix } from 'node:path';
import type { Repository } from './git-repository.ts';
import { quietGitEnvironment, runQuietGit } from './quiet-git.ts';

/** In milliseconds. */
const longestList = 10_000;

/** How many repositories are cached. */
const mostKept = 16;

const none: ReadonlySet<string> = new Set();

type Known = { stamp: string; paths: Promise<ReadonlySet<string>> };

/** Caches what git tracks in a repository until its index changes. */
export class TrackedFiles {
  readonly #env: Record<string, string | undefined>;
  readonly #known = new Map<string, Known>();

  constructor(env: Record<string, string | undefined>) {
    this.#env = env;
  }

  /**
   * Returns the tracked files, their folders, and submodules: paths relative to the repository, with `/`, in
   * composed letters. Empty outside of git, and where git can't list them.
   */
  async of(repository: Repository | null): Promise<ReadonlySet<string>> {
    const stamp = repository === null ? undefined : await stampOf(repository);
    if (repository === null || stamp === undefined) return none;
    const { gitDir } = repository;
    const found = this.#known.get(gitDir);
    const known = found?.stamp === stamp ? found : { stamp, paths: this.#list(repository) };
    this.#known.delete(gitDir);
    this.#known.set(gitDir, known);
    for (const oldest of [...this.#known.keys()].slice(0, -mostKept)) this.#known.delete(oldest);
    return known.paths;
  }

  /** With `--git-dir` git does not check who owns the folder. */
  async #list({ root, gitDir }: Repository): Promise<ReadonlySet<string>> {
    const output = await runQuietGit({
      args: [`--git-dir=${gitDir}`, `--work-tree=${root}`, 'ls-files', '-z', '--cached'],
      cwd: root,
      env: quietGitEnvironment(this.#env, devNull),
      timeout: longestList,
    }).catch(() => {
      this.#known.delete(gitDir);
      return Buffer.of();
    });
    const paths = new Set<string>();
    for (const path of output.toString('utf8').normalize('NFC').split('\0'))
      for (let at = path; at !== '' && at !== '.' && !paths.has(at); at = posix.dirname(at)) paths.add(at);
    return paths;
  }
}

/** Git replaces the index file when it changes. */
async function stampOf({ gitDir }: Repository): Promise<string | undefined> {
  const stats = await stat(posix.join(gitDir, 'index'), { bigint: true }).catch(() => undefined);
  return stats && [stats.ino, stats.size, stats.mtimeNs].join(' ');
}
