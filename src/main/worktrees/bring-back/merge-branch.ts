import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MergeEnd, MergeOffer, WhyNotMerged } from '../../../shared/contract/bring-back.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { FolderTrust } from '../../../shared/trust/folder-trust.ts';
import { GitFailed } from '../../folder/quiet-git.ts';
import type { PersonGit } from '../person-git.ts';
import { type Beginning, countUncommitted, findBeginning } from '../repository.ts';
import type { OpenWorktree } from '../worktrees.ts';
import { unfinishedIn } from './commit-offer.ts';
import type { GitActs } from './git-acts.ts';
import type { GitRun } from './git-runs.ts';
import { gitHooks, hooksBetween } from './git-hooks.ts';
import { untrustedIn } from './git-trust.ts';
import { driversOff } from './merged-tree.ts';
import { settledMerge } from './settled-merge.ts';

type Looking = { trust: FolderTrust };

/** Finds out whether the branch of a worktree can be merged where it was begun. Nothing is changed, and no program run but git. */
export async function mergeOffer(worktree: OpenWorktree, { trust }: Looking): Promise<MergeOffer> {
  const { git, place } = worktree;
  const found = await findBeginning(git, place.origin);
  const not = (why: WhyNotMerged, into: string | null = null): MergeOffer => ({ offered: false, into, why });
  if (!found.ok || found.at.commonDir !== place.commonDir) return not({ type: 'no-git' });
  const { at } = found;
  const into = at.branch;
  if (isUnfinished(at)) return not({ type: 'operation' }, into);
  if (into === null) return not({ type: 'detached' });
  const theirs = await git.commitAt({ gitDir: at.commonDir }, `refs/heads/${place.branch}`);
  const commits = theirs === undefined ? 0 : await countBetween(git, at, theirs);
  if (theirs === undefined || commits === 0) return not({ type: 'nothing' }, into);
  const files = await countUncommitted(git, at);
  if (files > 0) return not({ type: 'uncommitted', files }, into);
  const because = await untrustedIn(worktree, at, { here: trust, origin: trust });
  if (because !== undefined) return not({ type: 'untrusted', because }, into);
  const paths = await conflictsOf(git, at, theirs);
  if (paths.length > 0) return not({ type: 'conflicts', paths }, into);
  const command = ['git', ...(await mergeArgs(git, at, { branch: place.branch, theirs }))];
  const hooks = await gitHooks(git, at, at.commonDir);
  const changed = await hooksBetween(git, at, { folder: hooks.folder, from: at.commit, to: theirs });
  return {
    offered: true,
    into,
    ours: at.commit,
    theirs,
    commits,
    folder: at.root,
    command,
    changedHooks: changed,
  };
}

/** True while something is under way that a merge would get in the way of. */
function isUnfinished(at: Beginning): boolean {
  return unfinishedIn(at) !== undefined || existsSync(join(at.gitDir, 'BISECT_LOG'));
}

async function countBetween(git: PersonGit, at: Beginning, theirs: string): Promise<number> {
  return Number(
    await git.quietly({ gitDir: at.commonDir }, ['rev-list', '--count', theirs, `^${at.commit}`]),
  );
}

/** The most files with conflicts that are named. */
const mostConflicts = 50;

/**
 * Returns the files that a merge would have conflicts in; none where git is too old to tell (before 2.38), or has no common
 * commit to tell by. What git computes goes to a folder that is removed again.
 */
async function conflictsOf(git: PersonGit, at: Beginning, theirs: string): Promise<string[]> {
  const objects = await mkdtemp(join(tmpdir(), 'parley-merge-'));
  const off = await driversOff(git, at);
  const args = [
    ...off,
    'merge-tree',
    '--write-tree',
    '--name-only',
    '--no-messages',
    '-z',
    at.commit,
    theirs,
  ];
  try {
    const output = await git.quietly({ gitDir: at.gitDir }, args, { objects, alsoEndsWith: 1 });
    const [, ...paths] = output.split('\0').filter((entry) => entry !== '');
    return [...new Set(paths)].slice(0, mostConflicts);
  } catch (error) {
    if (error instanceof GitFailed && (error.exitCode === 129 || error.exitCode === 128)) return [];
    throw error;
  } finally {
    await rm(objects, { recursive: true, force: true });
  }
}

/** A commit is merged, whatever is on its branch by then, with the message that git has for that branch. */
async function mergeArgs(
  git: PersonGit,
  at: Beginning,
  { branch, theirs }: { branch: string; theirs: string },
): Promise<string[]> {
  const input = `${theirs}\t\tbranch '${branch}' of .\n`;
  const message = await git.quietly(at, ['fmt-merge-msg', '--no-log'], { input });
  return ['merge', '--no-edit', '-m', message.trim(), theirs];
}

type Merging = Looking &
  GitRun & {
    workspaceId: WorkspaceId;
    ours: string;
    theirs: string;
    acts: GitActs;
  };

/**
 * Merges the branch of a worktree as it was offered, by the person's git with its hooks. Where git or a hook does not come to
 * the end of it, the folder is as it was before.
 */
export async function mergeBranch(worktree: OpenWorktree, merging: Merging): Promise<MergeEnd> {
  const { git, place } = worktree;
  const { workspaceId, ours, theirs, trust, acts, stop, output } = merging;
  await acts.settleCutOff();
  if (stop.aborted) return { type: 'stopped', said: '' };
  const offer = await mergeOffer(worktree, { trust });
  const found = await findBeginning(git, place.origin);
  if (!found.ok) return { type: 'changed' };
  const { at } = found;
  if (!offer.offered)
    return (await git.hasCommit(at, theirs)) ? { type: 'merged', said: '' } : { type: 'changed' };
  if (offer.ours !== ours || offer.theirs !== theirs) return { type: 'changed' };
  const { into, folder } = offer;
  const [, ...args] = offer.command;
  return acts.run<Extract<MergeEnd, { said: string }>>({
    workspaceId,
    act: { type: 'merge', branch: place.branch, into, folder, ours, theirs },
    place: at,
    async work(begunAt) {
      const { said, code } = await git.act(at, args, { trusted: true, stop, output });
      // A hook that fails after the merge takes nothing of it back.
      if (code === 0 && (await git.hasCommit(at, theirs))) return { type: 'merged', said };
      const killedSince = code === null ? begunAt : null;
      const type = await settledMerge(git, at, { ours, theirs, into, killedSince, trusted: true });
      if (type === 'done') return { type: 'merged', said };
      return { type: type === 'taken-back' && stop.aborted ? 'stopped' : type, said };
    },
    outcomeOf: ({ type }) => (type === 'merged' ? { type: 'done', result: null } : { type }),
  });
}
