import { existsSync } from 'node:fs';
import type { GitAct, GitActOutcome } from '../../../shared/worktrees/git-act.ts';
import type { StoredGitAct } from '../../storage/git-act-store.ts';
import type { PersonGit } from '../person-git.ts';
import { settledCommit } from './commit.ts';
import { settledMerge } from './settled-merge.ts';

/** Finds out what came of an act that was cut off, and takes back what is half done of it. */
export async function settledAct(
  git: PersonGit,
  { act, place, begunAt }: StoredGitAct,
  trusted: boolean,
): Promise<GitActOutcome> {
  if (!existsSync(place.gitDir) || !existsSync(place.root)) return { type: 'unknown' };
  switch (act.type) {
    case 'merge': {
      const type = await settledMerge(git, place, { ...act, killedSince: begunAt, trusted });
      return type === 'done' ? { type, result: null } : { type };
    }
    case 'commit': {
      const commit = await settledCommit(git, place, { head: act.head, begunAt });
      return commit === undefined ? { type: 'failed' } : { type: 'done', result: commit };
    }
    case 'push':
      return (await isThere(git, place, act)) ? { type: 'done', result: act.commit } : { type: 'unknown' };
    case 'pull-request':
      return { type: 'unknown' };
  }
}

/** True where git has noted that a remote has what was pushed, which it does last. */
async function isThere(
  git: PersonGit,
  place: StoredGitAct['place'],
  { remote, ref, commit }: Extract<GitAct, { type: 'push' }>,
): Promise<boolean> {
  const tracked = ref.replace('refs/heads/', `refs/remotes/${remote}/`);
  return tracked !== ref && (await git.commitAt(place, tracked)) === commit;
}
