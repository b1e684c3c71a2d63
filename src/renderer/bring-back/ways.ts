import {
  FolderInput,
  GitCommitHorizontal,
  GitMerge,
  FolderX,
  GitPullRequestArrow,
  type LucideIcon,
} from 'lucide-react';
import type { BringBackOffer, CutOff } from '../../shared/contract/bring-back.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Parley } from '../state/parley.ts';
import { closePane } from '../state/view-store.ts';

/** One thing that can be done with what a chat has changed in its worktree. */
export type Way = {
  label: string;
  icon: LucideIcon;
  /** Returns what it comes to, or why it can't be chosen now. */
  about(offer: BringBackOffer): { can: boolean; text: string };
  /** Rejects with what is in the way. */
  choose(parley: Parley, workspaceId: WorkspaceId): Promise<void>;
};

const intoFolder: Way = {
  label: 'Into the folder',
  icon: FolderInput,
  about: ({ files }) =>
    files === 0
      ? { can: false, text: 'Nothing has changed in the worktree' }
      : { can: true, text: `${countOf(files, 'file')} as one change you see first and can undo` },
  async choose({ companion, showCard, view }, workspaceId) {
    const { toolCallId } = await companion.client.bringBack.intoFolder({ workspaceId });
    closePane(view);
    showCard(workspaceId, toolCallId);
  },
};

const mergeBranch: Way = {
  label: 'Merge the branch',
  icon: GitMerge,
  about(offer) {
    const { merge, uncommitted } = offer;
    if (merge.offered) {
      const others = uncommitted > 0 ? [`${countOf(uncommitted, 'uncommitted file')} not among them`] : [];
      const text = [`${countOf(merge.commits, 'commit')} into ${merge.into}`, ...others].join(', ');
      return { can: true, text: withCutOff(offer, ['merge'], text) };
    }
    if (merge.why.type === 'untrusted')
      return { can: true, text: 'Asks first whether you trust the repository' };
    return {
      can: false,
      text: withCutOff(offer, ['merge'], `Not now: ${whyNotText(merge, uncommitted)}`),
    };
  },
  choose: async ({ view }) => view.setState({ dialog: 'merge' }),
};

const commit: Way = {
  label: 'Commit…',
  icon: GitCommitHorizontal,
  about(offer) {
    const { uncommitted } = offer;
    if (uncommitted === 0) return { can: false, text: 'Everything is committed' };
    const text = `${countOf(uncommitted, 'file')}, with a message that you see first`;
    return { can: true, text: withCutOff(offer, ['commit'], text) };
  },
  choose: async ({ view }) => view.setState({ dialog: 'commit' }),
};

const push: Way = {
  label: 'Push and open a pull request…',
  icon: GitPullRequestArrow,
  about: (offer) => ({
    can: true,
    text: withCutOff(offer, ['push', 'pull-request'], 'Asks before anything leaves this machine'),
  }),
  choose: async ({ view }) => view.setState({ dialog: 'push' }),
};

const removeWorktree: Way = {
  label: 'Remove the worktree…',
  icon: FolderX,
  about: () => ({ can: true, text: 'Git keeps for 30 days what is only in it' }),
  choose: async ({ view }) => view.setState({ dialog: 'remove-worktree' }),
};

/** Says before the text of a way that the last of these acts was cut off, and what became of it. */
function withCutOff({ cutOff }: BringBackOffer, acts: readonly CutOff['act'][], text: string): string {
  if (cutOff === null || !acts.includes(cutOff.act) || cutOff.outcome === 'done') return text;
  return `${cutOffTexts[cutOff.outcome]}. ${text}`;
}

const cutOffTexts: Record<Exclude<CutOff['outcome'], 'done'>, string> = {
  failed: 'Cut off as Parley ended, with nothing done',
  stopped: 'Cut off as Parley ended, with nothing done',
  'taken-back': 'Cut off as Parley ended, and taken back',
  left: 'Cut off as Parley ended, and left as it is, since the folder has changed',
  unknown: 'Cut off as Parley ended; doing it again says what came of it',
};

/** All of them, as the menu groups them. */
export const ways: readonly (readonly Way[])[] = [
  [intoFolder, mergeBranch],
  [commit, push],
  [removeWorktree],
];

/** Says why a branch can't be merged now, within a sentence. */
export function whyNotText({ why, into }: Refused, uncommitted: number): string {
  const folder = into ?? 'the folder';
  switch (why.type) {
    case 'nothing':
      return uncommitted > 0 ? 'nothing of it is committed yet' : `${folder} has all of its commits`;
    case 'uncommitted':
      return `${folder} has ${countOf(why.files, 'file')} that ${why.files === 1 ? 'isn’t' : 'aren’t'} committed`;
    case 'operation':
      return 'the folder is in the middle of a merge, a rebase or the like';
    case 'detached':
      return 'no branch is checked out in the folder';
    case 'conflicts': {
      const [first = '', ...others] = why.paths;
      return others.length === 0
        ? `both changed the same in ${first}`
        : `both changed the same in ${first} and ${countOf(others.length, 'more file')}`;
    }
    case 'untrusted':
      return 'what the folder brings along isn’t trusted, and a merge may run it';
    case 'no-git':
      return 'git doesn’t find the repository in the folder';
  }
}

type Refused = Extract<BringBackOffer['merge'], { offered: false }>;

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
