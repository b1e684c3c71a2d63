import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Repository } from './git-repository.ts';
import { withOwnPrograms } from './own-programs.ts';

type Environment = Record<string, string | undefined>;

const run = promisify(execFile);

/** In milliseconds. */
const longestRead = 5_000;

/** A file with ignore rules; `name` is for people. */
type ExcludeFile = { path: string; name: string };

/**
 * Returns the files with ignore rules outside a repository's folders, the weakest first: `core.excludesFile`, and
 * `info/exclude` (gitignore(5)). Only existing ones. Reading the configuration runs nothing.
 */
export async function excludeFiles(
  repository: Repository | null,
  folder: string,
  env: Environment,
): Promise<ExcludeFile[]> {
  const persons = { path: await personsExcludes(folder, env), name: 'core.excludesFile' };
  const own = repository && {
    path: join(commonFolder(repository.gitDir), 'info/exclude'),
    name: '.git/info/exclude',
  };
  return [persons, ...(own ? [own] : [])].filter(({ path }) => isFile(path));
}

async function personsExcludes(folder: string, env: Environment): Promise<string> {
  const own = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name));
  const options = {
    cwd: folder,
    env: withOwnPrograms(Object.fromEntries(own)),
    timeout: longestRead,
    windowsHide: true,
  };
  const named = await run('git', ['config', '--type=path', '--get', 'core.excludesFile'], options).catch(
    // Git exits with 1 where none is configured.
    () => undefined,
  );
  if (named !== undefined) return resolve(folder, named.stdout.trim());
  const home = env['HOME'] ?? homedir();
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git/ignore');
}

/** Returns the git folder that worktrees share (gitrepository-layout(5), `commondir`). */
function commonFolder(gitDir: string): string {
  try {
    return resolve(gitDir, readFileSync(join(gitDir, 'commondir'), 'utf8').trim());
  } catch {
    return gitDir;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
