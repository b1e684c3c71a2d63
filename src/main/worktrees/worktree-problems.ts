import { shownBranch } from '../../shared/worktrees/branch-name.ts';
import type { WorktreeStart } from '../../shared/worktrees/chat-worktree.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import type { WhyNoWorktree } from '../../shared/worktrees/worktree-offer.ts';
import { repositoryRoot } from '../folder/git-repository.ts';
import type { PlacedWorktree } from '../storage/worktree-store.ts';

const kept = 'Everything in this chat is kept, your message too.';

const retry: Problem['remedies'] = [{ type: 'resume', verb: 'retry' }];

/** Why no worktree can begin in a folder now, or at the `start` that was chosen, though one was wanted. */
export function cannotBegin(folder: string, why: WhyNoWorktree | 'no-start', start?: WorktreeStart): Problem {
  if (why === 'no-start') return startGone(folder, start);
  return { topic: 'folder', kept, remedies: retry, ...reasonText(folder, why) };
}

function startGone(folder: string, start: WorktreeStart | undefined): Problem {
  const what =
    start?.type === 'branch'
      ? `The branch ${shownBranch(start.ref)}, where this chat’s worktree was to begin, is gone.`
      : 'The worktree of the other chat, where this chat’s was to begin, is gone.';
  const todo = `Begin at what is checked out in ${folder}.`;
  return { topic: 'folder', what, kept, todo, remedies: [{ type: 'begin-at-folder' }] };
}

function reasonText(folder: string, why: WhyNoWorktree): Pick<Problem, 'what' | 'todo'> {
  const otherwise = 'or choose In the folder, and retry.';
  switch (why) {
    case 'no-git':
      return { what: 'A worktree needs git, which was not found.', todo: `Install git, ${otherwise}` };
    case 'no-repository':
      return {
        what: `A worktree needs a git repository, and ${folder} is in none.`,
        todo: `Run git init there and commit, ${otherwise}`,
      };
    case 'no-commit':
      return {
        what: `A worktree begins at a commit, and the repository of ${folder} has none.`,
        todo: `Commit something there, ${otherwise}`,
      };
    case 'refused':
      return {
        what: `Git does not work in ${folder}, since the folder belongs to another user.`,
        todo: `If you trust it, run git config --global --add safe.directory "${repositoryRoot(folder) ?? folder}", ${otherwise}`,
      };
  }
}

/** Git could not make the worktree; nothing of it is left. */
export function notMade(said: string): Problem {
  return {
    topic: 'folder',
    what: 'The worktree for this chat could not be made.',
    kept,
    todo: 'Fix what git reports, then retry, or choose In the folder.',
    remedies: retry,
    ...(said !== '' && { lines: said.split('\n').slice(-20) }),
  };
}

/** The worktree is no longer where it was made. */
export function worktreeGone({ root, branch, originRoot }: PlacedWorktree): Problem {
  return {
    topic: 'folder',
    what: `The worktree of this chat was removed or moved. It was at ${root}.`,
    kept: `Everything in this chat is kept, your message too. What was committed is on the branch ${branch}.`,
    todo: `Move it back and retry. If it is gone, make it anew in ${originRoot} with: git worktree prune && git worktree add "${root}" ${branch}`,
    remedies: retry,
  };
}

/** The worktree is where it was made, but its repository is not, or git knows it no longer. */
export function worktreeUnreadable({ root, originRoot }: PlacedWorktree): Problem {
  return {
    topic: 'folder',
    what: `The worktree of this chat is at ${root}, but git can’t find the repository that it belongs to.`,
    kept: `Everything in this chat and in the worktree is kept, your message too.`,
    todo: `If the repository was moved from ${originRoot}, move it back, or run in its new folder: git worktree repair "${root}". Then retry.`,
    remedies: retry,
  };
}

/** The person did not allow what is to run in each new worktree. */
export function setupRefused(line: string): Problem {
  return {
    topic: 'folder',
    what: `You did not allow ${line}, so this worktree is not set up.`,
    kept: 'The worktree and everything in this chat are kept, your message too.',
    todo: 'Go on without it.',
    remedies: [{ type: 'resume', verb: 'resume' }],
  };
}
