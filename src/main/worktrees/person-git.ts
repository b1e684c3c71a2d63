import { type Environment, withMarker, withOwnFirst } from '../commands/command-environment.ts';
import type { CommandOutputRecorder } from '../commands/running-command.ts';
import { excludeFiles } from '../folder/git-excludes.ts';
import {
  filtersOff,
  GitFailed,
  quietGitEnvironment,
  quietGitOptions,
  runQuietGit,
} from '../folder/quiet-git.ts';
import { type ProgramEnd, programEnd } from './program-end.ts';

/** A work tree with its git folder, both absolute. */
export type WorkTree = { root: string; gitDir: string };

/** In milliseconds: a large repository on a slow disk. */
const longestAct = 600_000;

type Quietly = {
  input?: string;
  index?: string;
  filters?: boolean;
  /** A folder for what git computes, in place of the repository's own. */
  objects?: string;
  /** An exit code beside 0 with which the output counts. */
  alsoEndsWith?: number;
};

type Acting = { stop: AbortSignal; env?: NodeJS.ProcessEnv; output?: CommandOutputRecorder };

/** A git process that was not started: there is no git. */
export class NoGit extends Error {
  override readonly name = 'NoGit';
}

/** Variables by which git would work elsewhere than where it is told to. */
const ofPlace =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|CEILING_DIRECTORIES)$/i;

/**
 * The person's git. What looks, or keeps files as they are, runs nothing but git itself. What acts does so by the person's
 * configuration, and in a trusted folder with its hooks and filters.
 */
export class PersonGit {
  readonly #env: Environment;

  /** `env` is that of the person's login shell; by the marker, processes are found that outlive Parley. */
  constructor(env: Environment, marker: string) {
    const own = Object.entries(withOwnFirst(env)).filter(([name]) => !ofPlace.test(name));
    this.#env = withMarker(Object.fromEntries(own), marker);
  }

  /**
   * Returns the output of a command that looks, in the environment of the person, whose `safe.directory` counts.
   * Undefined where git refuses; throws NoGit.
   */
  async look(folder: string, ...args: string[]): Promise<string | undefined> {
    const env = { ...this.#env, GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' };
    try {
      return (await runQuietGit({ args, cwd: folder, env })).toString('utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw new NoGit('git', { cause: error });
      return undefined;
    }
  }

  /**
   * Runs git on a work tree, or on a git folder alone, without the hooks of anybody, and without filters but where
   * `filters` says that the folder is trusted. New files and the ends of lines go by the person's own configuration too.
   * Rejects where it fails.
   */
  async quietly(
    on: WorkTree | { gitDir: string },
    args: readonly string[],
    { input, index, filters = false, objects, alsoEndsWith }: Quietly = {},
  ): Promise<string> {
    const place = [`--git-dir=${on.gitDir}`, ...('root' in on ? [`--work-tree=${on.root}`] : [])];
    const cwd = 'root' in on ? on.root : on.gitDir;
    const env: NodeJS.ProcessEnv = {
      ...(filters
        ? { ...this.#env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }
        : quietGitEnvironment(this.#env, on.gitDir)),
      ...author,
      ...(index !== undefined && { GIT_INDEX_FILE: index }),
      ...(objects !== undefined && (await this.#objectsIn(objects, on.gitDir))),
    };
    const [off, [excludes], lineEnds] = await Promise.all([
      filters ? [] : filtersOff({ args: place, cwd, env }),
      'root' in on ? excludeFiles(null, on.root, this.#env) : [],
      'root' in on ? this.#lineEnds(on.root, place) : [],
    ]);
    const own = excludes === undefined ? [] : ['-c', `core.excludesFile=${excludes.path}`];
    const all = [...off, ...own, ...lineEnds, ...place, ...args];
    const run = {
      args: all,
      cwd,
      env,
      timeout: longestAct,
      ...(alsoEndsWith !== undefined && { alsoEndsWith }),
    };
    const output = await runQuietGit({ ...run, ...(input !== undefined && { input }) });
    return output.toString('utf8');
  }

  /** New contents are written to a folder of their own, and read from the repository too. */
  async #objectsIn(folder: string, gitDir: string): Promise<NodeJS.ProcessEnv> {
    const found = await this.look(
      gitDir,
      `--git-dir=${gitDir}`,
      'rev-parse',
      '--path-format=absolute',
      '--git-path',
      'objects',
    );
    return { GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: found?.trim() ?? '' };
  }

  /** By these a work tree was checked out, so that it is compared by them too. */
  async #lineEnds(root: string, place: readonly string[]): Promise<string[]> {
    const found = await this.look(root, ...place, 'config', '--get-regexp', '^core\\.(autocrlf|eol)$');
    const lines = (found ?? '').split('\n').filter((line) => line !== '');
    return lines.flatMap((line) => ['-c', line.replace(' ', '=')]);
  }

  /**
   * Returns contents of a commit by their names, those over `longest` bytes as `large`. One that is not there, as in a
   * partial clone, is left out.
   */
  async blobs(
    on: WorkTree,
    commit: string,
    { names, longest }: { names: readonly string[]; longest: number },
  ): Promise<Map<string, Buffer | 'large'>> {
    const found = new Map<string, Buffer | 'large'>();
    if (names.length === 0) return found;
    const place = [`--git-dir=${on.gitDir}`];
    const run = { cwd: on.root, env: quietGitEnvironment(this.#env, on.gitDir), timeout: longestAct };
    const check = (these: readonly string[]) =>
      runQuietGit({
        ...run,
        args: [...place, 'cat-file', '--batch-check=%(objectname) %(objectsize)'],
        input: these.map((name) => `${name}\n`).join(''),
      });
    // In a partial clone, git ends at the first content that it would have to fetch.
    const sizes = await check(names).catch(async (error: unknown) => {
      if (!(error instanceof GitFailed)) throw error;
      const missing = await this.#missingOf(on, commit);
      return check(names.filter((name) => !missing.has(name)));
    });
    const short: string[] = [];
    for (const line of sizes.toString('latin1').split('\n')) {
      const [name = '', size = ''] = line.split(' ');
      if (!/^\d+$/.test(size)) continue;
      if (Number(size) > longest) found.set(name, 'large');
      else short.push(name);
    }
    const args = [...place, 'cat-file', '--batch=%(objectname) %(objectsize)'];
    const output = await runQuietGit({ ...run, args, input: short.map((name) => `${name}\n`).join('') });
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf('\n', at);
      const [name = '', size = ''] = output.toString('latin1', at, end).split(' ');
      const start = end + 1;
      at = start + Number(size) + 1;
      found.set(name, output.subarray(start, at - 1));
    }
    return found;
  }

  /** Returns the names of what a commit has and the machine has not. */
  async #missingOf(on: WorkTree, commit: string): Promise<ReadonlySet<string>> {
    const args = ['rev-list', '--objects', '--no-walk', '--missing=print', commit];
    const objects = await this.quietly({ gitDir: on.gitDir }, args);
    return new Set(Array.from(objects.matchAll(/^\?([0-9a-f]+)/gm), ([, name = '']) => name));
  }

  /** Returns the commit that a name stands for; undefined where there is no such name. */
  async commitAt(on: WorkTree | { gitDir: string }, name: string): Promise<string | undefined> {
    try {
      return (await this.quietly(on, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])).trim();
    } catch (error) {
      if (error instanceof GitFailed && error.exitCode === 1) return undefined;
      throw error;
    }
  }

  /** True where a commit is in the history of what is checked out. */
  async hasCommit(on: WorkTree, commit: string): Promise<boolean> {
    return this.quietly(on, ['merge-base', '--is-ancestor', commit, 'HEAD']).then(
      () => true,
      () => false,
    );
  }

  /**
   * Runs git as the person would, without a terminal to ask in; only where `trusted` with hooks and filters. `stop` ends it
   * with all that it runs. What a hook leaves running is not waited for. `env` are variables beside the person's, `output`
   * records what is printed.
   */
  async act(
    { root, gitDir }: WorkTree,
    args: readonly string[],
    { trusted, stop, env: own, output }: Acting & { trusted: boolean },
  ): Promise<ProgramEnd> {
    const env: NodeJS.ProcessEnv = { ...this.#env, ...own, GIT_TERMINAL_PROMPT: '0' };
    const place = [`--git-dir=${gitDir}`, `--work-tree=${root}`];
    const off = trusted ? [] : [...quietGitOptions, ...(await filtersOff({ args: place, cwd: root, env }))];
    const late = AbortSignal.any([stop, AbortSignal.timeout(longestAct)]);
    try {
      return await programEnd('git', [...off, ...args], {
        cwd: root,
        env,
        stop: late,
        ...(output && { output }),
      });
    } catch (cause) {
      throw new NoGit('git', { cause });
    }
  }

  /** Runs another program of the person's in a work tree, as `act` runs git; undefined where there is none. */
  async program(
    name: string,
    { root }: WorkTree,
    args: readonly string[],
    { env, ...acting }: Acting & { input?: string },
  ): Promise<ProgramEnd | undefined> {
    const run = { ...acting, cwd: root, env: { ...this.#env, ...env } };
    try {
      return await programEnd(name, args, run);
    } catch {
      return undefined;
    }
  }
}

/** Who made what is kept for the person: not they. */
const author = {
  GIT_AUTHOR_NAME: 'Parley',
  GIT_AUTHOR_EMAIL: 'parley@localhost',
  GIT_COMMITTER_NAME: 'Parley',
  GIT_COMMITTER_EMAIL: 'parley@localhost',
};
