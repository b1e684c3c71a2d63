import { devNull } from 'node:os';
import { visibleText } from '../../shared/hidden-characters.ts';
import { gitBranch } from './git-repository.ts';
import { filtersOff, quietGitEnvironment, runQuietGit } from './quiet-git.ts';

/**
 * `branch` is null outside of git; `dirty` tells whether something is not committed, null where that is unknown.
 */
export type GitState = { branch: string | null; dirty: boolean | null };

type Asking = {
  env: Record<string, string | undefined>;
  /** True where git may be run in a folder. */
  isTrusted: (folder: string) => Promise<boolean>;
};

/** Reads the state of the repository around a folder; runs git only if the folder is trusted. */
export async function readGit(folder: string, { env, isTrusted }: Asking): Promise<GitState> {
  const branch = gitBranch(folder);
  if (branch === null || !(await isTrusted(folder))) return { branch, dirty: null };
  return { branch, dirty: await isDirty(folder, env) };
}

/** Time limit of `git status` in a large repository, in milliseconds. */
const longestStatus = 5_000;

/**
 * True when a repository has uncommitted changes or new files; null where that is unknown: no repository, no git,
 * or too slow. Only for a trusted folder, though hooks, filters and monitors are disabled.
 */
export async function isDirty(
  folder: string,
  env: Record<string, string | undefined>,
): Promise<boolean | null> {
  if (gitBranch(folder) === null) return null;
  const common = { cwd: folder, env: quietGitEnvironment(env, devNull), timeout: longestStatus };
  try {
    const off = await filtersOff(common);
    const args = ['status', '--porcelain', '-z', '--ignore-submodules=all', '--no-renames'];
    const status = await runQuietGit({ ...common, args: [...off, ...args] });
    return status.length > 0;
  } catch {
    return null;
  }
}

/** Returns the state of a repository for a model; empty outside of git. */
export function gitText({ branch, dirty }: GitState): string {
  if (branch === null) return '';
  const changes = { true: ', with uncommitted changes', false: ', without uncommitted changes', null: '' };
  return `The folder is in a git repository, on ${visibleText(branch, 'line').slice(0, 200)}${changes[`${dirty}`]}.`;
}
