import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { WhyNoWorktree } from '../../shared/worktrees/worktree-offer.ts';
import { findRepository } from '../folder/git-repository.ts';
import { NoGit, type PersonGit, type WorkTree } from './person-git.ts';
import { untouchedFiles } from './untouched-files.ts';

/** The repository around a folder, from which a worktree can begin. All paths are absolute and real. */
export type Beginning = WorkTree & {
  /** The git folder that all its worktrees share. */
  commonDir: string;
  /** The way from the top of the work tree to the folder; empty for the top itself. */
  below: string;
  /** The commit that is checked out. */
  commit: string;
  /** The branch that is checked out; null for a detached commit. */
  branch: string | null;
};

export type FoundBeginning = { ok: true; at: Beginning } | { ok: false; why: WhyNoWorktree };

/** Finds out where a worktree for a chat on a folder would begin, or why there can be none. Nothing is changed. */
export async function findBeginning(git: PersonGit, folder: string): Promise<FoundBeginning> {
  try {
    return await beginningAt(git, folder);
  } catch (error) {
    if (error instanceof NoGit) return { ok: false, why: 'no-git' };
    throw error;
  }
}

async function beginningAt(git: PersonGit, folder: string): Promise<FoundBeginning> {
  const places = await git.look(
    folder,
    'rev-parse',
    '--path-format=absolute',
    '--show-toplevel',
    '--absolute-git-dir',
    '--git-common-dir',
    '--show-prefix',
  );
  if (places === undefined) return { ok: false, why: await whyNone(git, folder) };
  const [root = '', gitDir = '', commonDir = '', below = ''] = places.split('\n');
  const commit = (await git.look(folder, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'))?.trim();
  if (commit === undefined) return { ok: false, why: 'no-commit' };
  const branch = (await git.look(folder, 'symbolic-ref', '--quiet', '--short', 'HEAD'))?.trim() ?? null;
  const [realRoot, realGit, realCommon] = await Promise.all(
    [root, gitDir, commonDir].map((path) => realpath(path)),
  );
  if (realRoot === undefined || realGit === undefined || realCommon === undefined)
    return { ok: false, why: 'no-repository' };
  return {
    ok: true,
    at: {
      root: realRoot,
      gitDir: realGit,
      commonDir: realCommon,
      below: below.replace(/\/$/, ''),
      commit,
      branch,
    },
  };
}

/** Git refuses a folder of another person, which only its own files tell apart from one without a repository. */
async function whyNone(git: PersonGit, folder: string): Promise<WhyNoWorktree> {
  // Any git answers this.
  if ((await git.look(folder, 'version')) === undefined) return 'no-git';
  return findRepository(folder) === null ? 'no-repository' : 'refused';
}

/** Returns the folder of a chat in a work tree. */
export function folderIn(root: string, { below }: Pick<Beginning, 'below'>): string {
  return join(root, below);
}

/** Returns the names of all branches of a repository. */
export async function branchesOf(git: PersonGit, gitDir: string): Promise<string[]> {
  const output = await git.quietly({ gitDir }, [
    'for-each-ref',
    '--format=%(refname:lstrip=2)',
    'refs/heads',
  ]);
  return output.split('\n').filter((name) => name !== '');
}

/** Returns the refs of the other branches that a worktree can begin at, those of remotes too, the last changed first. */
export async function startBranches(git: PersonGit, { commonDir, branch }: Beginning): Promise<string[]> {
  const output = await git.quietly({ gitDir: commonDir }, [
    'for-each-ref',
    '--sort=-committerdate',
    '--format=%(refname) %(symref)',
    'refs/heads',
    'refs/remotes',
  ]);
  return output.split('\n').flatMap((line) => {
    const [ref = '', target] = line.split(' ');
    // One that stands for another, as `origin/HEAD`.
    const isOwn = ref !== '' && target === '' && ref !== `refs/heads/${branch}`;
    return isOwn ? [ref] : [];
  });
}

/**
 * Returns which of some refs a name is for: the local branch that is called so, else that of a remote, by its name with the
 * remote's or without, the first of several. Undefined for none.
 */
export function branchNamed(name: string, refs: readonly string[]): string | undefined {
  const ofRemotes = refs.filter((ref) => ref.startsWith('refs/remotes/'));
  return (
    refs.find((ref) => ref === name || ref === `refs/heads/${name}`) ??
    ofRemotes.find((ref) => ref === `refs/remotes/${name}`) ??
    ofRemotes.find((ref) => ref.endsWith(`/${name}`) && ref.split('/').length === name.split('/').length + 3)
  );
}

/** Returns how many files of a work tree are not committed, new ones included; ignored ones are not. */
export async function countUncommitted(git: PersonGit, tree: WorkTree): Promise<number> {
  const args = [
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=none',
  ];
  const entries = (await git.quietly(tree, args)).split('\0').filter((entry) => entry !== '');
  const written = entries.flatMap((entry) => (entry.startsWith(' M ') ? [entry.slice(3)] : []));
  return entries.length - (await untouchedFiles(git, tree, written)).size;
}
