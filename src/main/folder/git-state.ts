import { visibleText } from '../../shared/hidden-characters.ts';
import { gitBranch } from './git-repository.ts';

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
  const { isDirty } = await import('./git-dirty.ts');
  return { branch, dirty: await isDirty(folder, env) };
}

/** Returns the state of a repository for a model; empty outside of git. */
export function gitWords({ branch, dirty }: GitState): string {
  if (branch === null) return '';
  const changes = { true: ', with uncommitted changes', false: ', without uncommitted changes', null: '' };
  return `The folder is in a git repository, on ${visibleText(branch, 'line').slice(0, 200)}${changes[`${dirty}`]}.`;
}
