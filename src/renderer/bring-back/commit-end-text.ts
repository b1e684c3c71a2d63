import type { CommitEnd, WhyNoCommit } from '../../shared/contract/commit-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';

/** Says why there is no commit, and what to do. */
export function commitEndText(end: Exclude<CommitEnd, { type: 'committed' }>): string {
  switch (end.type) {
    case 'changed':
      return 'Something has changed since these files were listed. Nothing was committed; look at them again.';
    case 'busy':
      return 'Git is at work in this worktree already, perhaps from another window. Nothing was committed now.';
    case 'stopped':
      return 'Stopped. Nothing was committed.';
    case 'failed':
      return `Nothing was committed, and your message is kept. ${whyText(end.why)}`;
  }
}

function whyText(why: WhyNoCommit): string {
  switch (why.type) {
    case 'identity':
      return 'Git does not know who you are: set user.name and user.email as it says below, then commit again.';
    case 'signing':
      return 'Git could not sign the commit. Unlock or choose your key, then commit again.';
    case 'locked':
      return `Another git is at work here, or one was cut off. If none is, delete ${visibleText(why.lock, 'line')} and commit again.`;
    case 'hook':
      return 'A hook of the repository refused. Fix what it says below, or ask the agent to, and commit again.';
    case 'other':
      return 'Fix what git says below, and commit again.';
  }
}
