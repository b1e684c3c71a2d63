import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitFile, WhyNoAct } from '../../../shared/contract/commit-contract.ts';
import type { PersonGit, WorkTree } from '../person-git.ts';

/** What is not committed in a work tree: `untracked` are the paths that git does not know of, `leftOut` counts the copies among all. */
export type Uncommitted = {
  files: CommitFile[];
  untracked: string[];
  leftOut: number;
  fingerprint: string;
};

/** Returns what is not committed in a work tree, without these `copies` of ignored files, and an identity of the content of all. */
export async function uncommittedIn(
  git: PersonGit,
  tree: WorkTree,
  copies: readonly string[],
): Promise<Uncommitted> {
  const entries = statusEntries(await git.quietly(tree, status));
  const own = entries.filter(({ path }) => !copies.includes(path));
  const byPath = new Map<string, CommitFile>();
  for (const { code, path } of own) {
    const change = byPath.has(path) ? 'changed' : changeOf(code);
    byPath.set(path, { path, change });
  }
  const files = [...byPath.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return {
    files,
    untracked: own.flatMap(({ code, path }) => (code === '??' ? [path] : [])),
    leftOut: entries.length - own.length,
    fingerprint: await fingerprintOf(git, tree, files),
  };
}

const status = [
  'status',
  '--porcelain',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
];

type StatusEntry = { code: string; path: string };

/** Reads `<XY> <path>\0…`, git-status(1), without repositories of their own, and files that were only staged and are gone. */
function statusEntries(output: string): StatusEntry[] {
  return output
    .split('\0')
    .map((entry) => ({ code: entry.slice(0, 2), path: entry.slice(3) }))
    .filter(({ code, path }) => path !== '' && !path.endsWith('/') && code !== 'AD');
}

function changeOf(code: string): CommitFile['change'] {
  if (code === '??' || code.includes('A')) return 'created';
  return code.includes('D') ? 'deleted' : 'changed';
}

/** Two are the same where no file was written between them. */
async function fingerprintOf(git: PersonGit, tree: WorkTree, files: readonly CommitFile[]): Promise<string> {
  const hash = createHash('sha256').update((await git.commitAt(tree, 'HEAD')) ?? '');
  for (const { path, change } of files) {
    const stats = await lstat(join(tree.root, path), { bigint: true }).catch(() => undefined);
    const content = stats === undefined ? '' : [stats.mode, stats.size, stats.ino, stats.mtimeNs].join(' ');
    hash.update(`${change}\0${path}\0${content}\0`);
  }
  return hash.digest('hex');
}

/** Returns which operation git has begun in a work tree and not ended, in which it takes no commit of some files. */
export function unfinishedIn({ gitDir }: WorkTree): Extract<WhyNoAct, { why: 'unfinished' }> | undefined {
  const found = unfinished.find(([file]) => existsSync(join(gitDir, file)));
  return found === undefined ? undefined : { why: 'unfinished', operation: found[1] };
}

const unfinished = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
] as const;
