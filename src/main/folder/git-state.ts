import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { visibleText } from '../../shared/hidden-characters.ts';
import { quietGitEnvironment, runQuietGit } from './quiet-git.ts';

/** More than git writes into these files, in bytes. */
const longestFile = 4_096;

/**
 * Returns the git branch that is checked out in a folder or in the nearest one around it, the start of the
 * commit where none is; null outside of git. Reads git's own files, also those of a worktree.
 */
export function gitBranch(folder: string): string | null {
  const repository = findRepository(folder);
  if (repository === null) return null;
  const head = startOf(join(repository.gitDir, 'HEAD'))?.trim();
  const [, branch] = /^ref: refs\/heads\/(.+)$/u.exec(head ?? '') ?? [];
  if (branch !== undefined) return branch;
  return /^[0-9a-f]{40,64}$/u.test(head ?? '') ? (head ?? '').slice(0, 7) : null;
}

/** Returns the folder that holds the repository in which a folder lies; null outside of git. */
export function repositoryRoot(folder: string): string | null {
  return findRepository(folder)?.root ?? null;
}

/** A folder under git, and the folder with git's own files of it. */
export type Repository = { root: string; gitDir: string };

/** Finds the repository in which a folder lies by git's own files, a worktree too; null outside of git. */
export function findRepository(folder: string): Repository | null {
  for (let at = folder; ; at = dirname(at)) {
    const repository = repositoryAt(at);
    if (repository !== null || dirname(at) === at) return repository;
  }
}

/** The same of a folder that is the root of one; null for any other. */
export function repositoryAt(folder: string): Repository | null {
  const git = join(folder, '.git');
  if (startOf(join(git, 'HEAD')) !== undefined) return { root: folder, gitDir: git };
  const [, elsewhere] = /^gitdir: (.+)$/mu.exec(startOf(git) ?? '') ?? [];
  return elsewhere === undefined ? null : { root: folder, gitDir: resolve(folder, elsewhere) };
}

/** Returns undefined for what can't be read or is no ordinary file. */
function startOf(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(longestFile);
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** `branch` is null outside of git; `dirty` says whether something is not committed, null where that is not known. */
export type GitState = { branch: string | null; dirty: boolean | null };

type Asking = {
  env: Record<string, string | undefined>;
  /** True where git may be run in a folder. */
  isTrusted: (folder: string) => Promise<boolean>;
};

/** Reads the state of the repository around a folder; git itself runs only where the folder is trusted. */
export async function readGit(folder: string, { env, isTrusted }: Asking): Promise<GitState> {
  const branch = gitBranch(folder);
  if (branch === null || !(await isTrusted(folder))) return { branch, dirty: null };
  return { branch, dirty: await isDirty(folder, env) };
}

/** The time that `git status` may take in a large repository, in milliseconds. */
const longestStatus = 5_000;

/**
 * True when a repository holds changes that are not committed, new files among them; null where that can't be
 * told: no repository, no git, or one that takes too long. Only for a folder that is trusted, though git runs
 * none of its hooks, filters and monitors.
 */
export async function isDirty(
  folder: string,
  env: Record<string, string | undefined>,
): Promise<boolean | null> {
  if (gitBranch(folder) === null) return null;
  const common = { cwd: folder, env: quietGitEnvironment(env, devNull), timeout: longestStatus };
  try {
    const keys = await runQuietGit({ ...common, args: ['config', '--list', '--name-only', '-z'] });
    const off = keys.toString('utf8').split('\0').flatMap(withoutFilter);
    const args = ['status', '--porcelain', '-z', '--ignore-submodules=all', '--no-renames'];
    const status = await runQuietGit({ ...common, args: [...off, ...args] });
    return status.length > 0;
  } catch {
    return null;
  }
}

/** Returns what turns off a filter that a repository sets: git then reads files as they are. */
function withoutFilter(key: string): string[] {
  const [, filter, kind] = /^(filter\..+)\.(clean|smudge|process|required)$/i.exec(key) ?? [];
  if (filter === undefined) return [];
  return ['-c', kind?.toLowerCase() === 'required' ? `${filter}.required=false` : `${filter}.${kind}=`];
}

/** Returns the state of a repository for a model; empty outside of git. */
export function gitWords({ branch, dirty }: GitState): string {
  if (branch === null) return '';
  const changes = { true: ', with uncommitted changes', false: ', without uncommitted changes', null: '' };
  return `The folder is in a git repository, on ${visibleText(branch, 'line').slice(0, 200)}${changes[`${dirty}`]}.`;
}
