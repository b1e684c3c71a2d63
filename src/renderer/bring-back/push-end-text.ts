import type { PushEnd, WhyNoPush } from '../../shared/contract/push-contract.ts';

/** Says why nothing was pushed, and what to do. */
export function pushEndText(end: Exclude<PushEnd, { type: 'pushed' }>): string {
  switch (end.type) {
    case 'changed':
      return 'The branch or the remote has changed since this was shown. Nothing was pushed; look at it again.';
    case 'busy':
      return 'Git is at work in this worktree already, perhaps from another window. Nothing was pushed now.';
    case 'stopped':
      return 'Stopped. If the remote had all of it by then, pushing again says so.';
    case 'failed':
      return whyText(end.why);
  }
}

function whyText(why: WhyNoPush): string {
  switch (why) {
    case 'behind':
      return 'Nothing was pushed: the remote’s branch has commits that this one has not. Fetch and merge or rebase them here, then push again.';
    case 'refused':
      return 'Nothing was pushed: the remote refused. Fix what it says below, then push again.';
    case 'sign-in':
      return 'Nothing was pushed: the remote wants to know who you are, and git found no password or key for it. Push once in a terminal, or set up a credential helper or ssh agent, then push again.';
    case 'host-key':
      return 'Nothing was pushed: ssh does not know this host, or it has another key than before. Connect to it once in a terminal, then push again.';
    case 'unreachable':
      return 'Nothing was pushed: the remote was not reached. Check the connection, then push again.';
    case 'no-repository':
      return 'Nothing was pushed: there is no such repository at this address, or you may not see it.';
    case 'other':
      return 'Nothing was pushed. Fix what git says below, then push again.';
  }
}
