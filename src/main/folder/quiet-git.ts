import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { withOwnPrograms } from './own-programs.ts';

/** In milliseconds. */
const longestRun = 60_000;

/**
 * Settings under which git runs no other programs and filters no contents, whatever a folder or person
 * configured.
 */
const settings = [
  'core.pager=cat',
  'log.showSignature=false',
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.excludesFile=',
  'core.attributesFile=',
  'core.quotePath=false',
  'gc.auto=0',
  'protocol.allow=never',
  'status.submoduleSummary=false',
];

/** The options before git's subcommand by which it runs so. */
export const quietGitOptions: readonly string[] = settings.flatMap((setting) => ['-c', setting]);

/** A run of git that was not successful; `exitCode` is null where a signal ended it. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
  readonly exitCode: number | null;

  constructor(message: string, exitCode: number | null) {
    super(message);
    this.exitCode = exitCode;
  }
}

type Run = {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  input?: string;
  /** Time limit, in milliseconds. */
  timeout?: number;
  /** An exit code beside 0 with which it was successful. */
  alsoEndsWith?: number;
};

/**
 * Returns an environment in which git reads no configuration of the person; `home` is where it looks for its own
 * files.
 */
export function quietGitEnvironment(
  env: Record<string, string | undefined>,
  home: string,
): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(
    ([name]) => !/^GIT_/i.test(name) && !/^XDG_CONFIG_HOME$/i.test(name),
  );
  return {
    ...withOwnPrograms(Object.fromEntries(own)),
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}

/**
 * Runs the person's git without hooks, monitors and downloads; resolves to its output. Rejects with `GitFailed` where it
 * fails.
 */
export function runQuietGit(run: Run): Promise<Buffer> {
  const { args, cwd, env, input = '', timeout = longestRun, alsoEndsWith = 0 } = run;
  const all = [...quietGitOptions, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn('git', all, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout,
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let problem = '';
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString('utf8').slice(0, 1_000)));
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 || code === alsoEndsWith) resolve(Buffer.concat(chunks));
      else reject(new GitFailed(`git ${args.at(-1)} ended with ${code}: ${problem.trim()}`, code));
    });
    child.stdin.end(input);
  });
}

/**
 * Returns the options by which git in a repository takes and writes files as they are; `args` are those that say which
 * repository. Rejects where its configuration can't be read.
 */
export async function filtersOff({
  args = [],
  ...run
}: Omit<Run, 'args'> & { args?: readonly string[] }): Promise<string[]> {
  const keys = await runQuietGit({ ...run, args: [...args, 'config', '--list', '--name-only', '-z'] });
  return keys.toString('utf8').split('\0').flatMap(withoutFilter);
}

function withoutFilter(key: string): string[] {
  const [, filter, kind] = /^(filter\..+)\.(clean|smudge|process|required)$/i.exec(key) ?? [];
  if (filter === undefined) return [];
  return ['-c', kind?.toLowerCase() === 'required' ? `${filter}.required=false` : `${filter}.${kind}=`];
}
