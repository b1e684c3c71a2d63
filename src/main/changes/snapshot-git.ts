import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';

/** The longest that one run of git may take, in milliseconds. */
const longestRun = 60_000;

/** Nothing of a folder or a person makes git run another program, or tells it what a content is. */
const settings = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.excludesFile=',
  'core.attributesFile=',
  'core.quotePath=false',
  'gc.auto=0',
];

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
    this.#env = this.#environment(env);
  }

  /** Says if there is a git, and makes the repository. Rejects where the disk does not let it. */
  isReady(): Promise<boolean> {
    this.#ready ??= this.#prepare();
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

  #environment(env: Record<string, string | undefined>): NodeJS.ProcessEnv {
    const own = Object.entries(env).filter(
      ([name]) => !/^GIT_/i.test(name) && !/^XDG_CONFIG_HOME$/i.test(name),
    );
    return {
      ...Object.fromEntries(own),
      HOME: this.repository,
      XDG_CONFIG_HOME: this.repository,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_ATTR_NOSYSTEM: '1',
      GIT_INDEX_FILE: join(this.repository, 'no-index'),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
    };
  }

  #run({ args, root, input = '' }: Run): Promise<Buffer> {
    const place = root === undefined ? [] : ['-C', root, `--work-tree=${root}`];
    const all = [
      ...settings.flatMap((setting) => ['-c', setting]),
      `--git-dir=${this.repository}`,
      ...place,
      ...args,
    ];
    return new Promise((resolve, reject) => {
      const child = spawn('git', all, {
        cwd: this.repository,
        env: this.#env,
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: longestRun,
        windowsHide: true,
      });
      const chunks: Buffer[] = [];
      let problem = '';
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString('utf8').slice(0, 1_000)));
      child.stdin.on('error', () => {});
      child.on('error', reject);
      child.on('close', (code) => {
        if (code === 0) resolve(Buffer.concat(chunks));
        else reject(new Error(`git ${args[0]} ended with ${code}: ${problem.trim()}`));
      });
      child.stdin.end(input);
    });
  }
}

function zip<A, B>(keys: readonly A[], values: readonly B[]): [A, B][] {
  return keys.flatMap((key, index) => {
    const value = values[index];
    return value === undefined ? [] : [[key, value] as [A, B]];
  });
}
