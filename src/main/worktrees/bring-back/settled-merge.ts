import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode } from '../../../shared/thrown-error.ts';
import type { PersonGit, WorkTree } from '../person-git.ts';
import { checkedOut } from './checked-out.ts';
import { removeLocks } from './cut-off-locks.ts';
import { mergedTree } from './merged-tree.ts';
import { unfinishedIn } from './commit-offer.ts';

/**
 * A merge of a commit `into` a branch that was at `ours`. Where its git was killed, `killedSince` is when it began, in
 * milliseconds since 1970, and null where it has ended by itself, so that a lock is another's.
 */
type Merge = { ours: string; theirs: string; into: string; killedSince: number | null; trusted: boolean };

/**
 * Takes back what is left of a merge into a folder in which everything was committed, once its git is gone, and returns what
 * came of it. Nothing but what that git has written is changed: where something else is there by now, it is `left`.
 */
export async function settledMerge(
  git: PersonGit,
  at: WorkTree,
  merge: Merge,
): Promise<'done' | 'taken-back' | 'left'> {
  const { ours, theirs, into, killedSince } = merge;
  const isOurs = (await mergeHead(at)) === theirs;
  const branch = await git.commitAt(at, `refs/heads/${into}`);
  const isAt = (await git.look(at.root, 'symbolic-ref', '--quiet', '--short', 'HEAD'))?.trim() === into;
  const commonDir = (
    await git.quietly(at, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  ).trim();
  if (killedSince !== null)
    await removeLocks({ ...at, commonDir }, { since: killedSince, refs: [`refs/heads/${into}`] });
  if (await git.hasCommit(at, theirs)) {
    if (isOurs) await forget(git, at);
    return 'done';
  }
  if (!isAt || branch !== ours || (!isOurs && unfinishedIn(at) !== undefined)) return 'left';
  if (isOurs) {
    const stop = new AbortController().signal;
    const { code } = await git.act(at, ['merge', '--abort'], { trusted: merge.trusted, stop });
    return code === 0 ? 'taken-back' : 'left';
  }
  if (!(await putBack(git, at, merge))) return 'left';
  await forget(git, at);
  return 'taken-back';
}

/** Returns the commit that is being merged; of an octopus, which is none of ours, all. */
async function mergeHead({ gitDir }: WorkTree): Promise<string | undefined> {
  const path = join(gitDir, 'MERGE_HEAD');
  return existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined;
}

/** Removes what git keeps while it merges, such as its message, and leaves all files as they are. */
async function forget(git: PersonGit, at: WorkTree): Promise<void> {
  await git.quietly(at, ['merge', '--quit']);
}

/**
 * Puts files back of which a merge that was killed had written some; its index is written after all of them. Returns false,
 * and changes nothing, where one of them is not as that merge would have left it, even half written.
 */
async function putBack(git: PersonGit, at: WorkTree, merge: Merge): Promise<boolean> {
  const changed = await changedIn(git, at);
  if (changed.length === 0) return true;
  const tree = await mergedTree(git, at, merge);
  if (tree === undefined) return false;
  const touched = new Set(
    paths(await git.quietly(at, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', merge.ours, tree])),
  );
  const due = changed.filter(({ path }) => touched.has(path));
  if (!(await isFromMerge(git, at, { due, tree, merge }))) return false;
  const tracked = due.filter(({ code }) => code !== '??').map(({ path }) => path);
  if (tracked.length > 0) {
    const restore = ['restore', `--source=${merge.ours}`, '--staged', '--worktree', ...fromInput];
    await git.quietly(at, ['--literal-pathspecs', ...restore], {
      filters: merge.trusted,
      input: tracked.map((path) => `${path}\0`).join(''),
    });
  }
  for (const { code, path } of due) if (code === '??') await removeFile(at.root, path);
  return true;
}

const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];

type Changed = { code: string; path: string };

async function changedIn(git: PersonGit, at: WorkTree): Promise<Changed[]> {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  return paths(await git.quietly(at, args)).map((entry) => ({
    code: entry.slice(0, 2),
    path: entry.slice(3),
  }));
}

function paths(output: string): string[] {
  return output.split('\0').filter((entry) => entry !== '');
}

/** True where each file is as it was before the merge, as the merge makes it, the beginning of that, or gone. */
async function isFromMerge(
  git: PersonGit,
  at: WorkTree,
  { due, tree, merge: { ours, trusted: filters } }: { due: readonly Changed[]; tree: string; merge: Merge },
): Promise<boolean> {
  const into = await mkdtemp(join(tmpdir(), 'parley-merge-'));
  try {
    const [before = '', after = ''] = await Promise.all(
      [ours, tree].map(async (commit) => {
        const listed = new Set(paths(await git.quietly(at, ['ls-tree', '-r', '-z', '--name-only', commit])));
        const those = due.map(({ path }) => path).filter((path) => listed.has(path));
        return checkedOut(git, at, { commit, paths: those, into, filters });
      }),
    );
    for (const { path } of due) {
      const now = await contentOf(join(at.root, path));
      if (now === null) continue;
      const [was, becomes] = [await contentOf(join(before, path)), await contentOf(join(after, path))];
      if (was?.equals(now) || becomes?.subarray(0, now.length).equals(now)) continue;
      return false;
    }
    return true;
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Removes a file, and the folders that are empty by that. */
async function removeFile(root: string, path: string): Promise<void> {
  await rm(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    await rmdir(join(root, folder)).catch(() => undefined);
}
