import type { PendingAction } from '../../../shared/resolve/pending-action.ts';
import type { FileDiff } from '../../../shared/resolve/preview.ts';

/** The state of a preview in its header. */
export function stateWords({ ending, failure }: PendingAction): string {
  if (ending === null) return failure === null ? 'Waiting for your decision' : 'Failed';
  switch (ending.type) {
    case 'applied':
      return 'Accept';
    case 'discarded':
      return 'Discard';
    case 'refined':
      return ending.superseded ? 'Superseded' : 'Refine';
    case 'superseded':
      return 'Superseded';
  }
}

/** What stands below a preview that has ended, or that nobody will ask about. */
export function noteOf({ ending, decision, leftByAgent }: PendingAction): string | null {
  if (ending === null) {
    if (decision !== null) return 'Decided. It takes effect as soon as the agent has got that far.';
    return leftByAgent ? 'The agent went on without settling this. It is still yours to decide.' : null;
  }
  switch (ending.type) {
    case 'applied':
      if (ending.undone) return 'Applied, then undone. The files are as they were before.';
      return ending.decidedBy === 'policy'
        ? 'Applied without asking, as this chat is set.'
        : 'Applied by you.';
    case 'discarded':
      return ending.decidedBy === 'user' ? 'Discarded by you.' : 'Discarded by the agent.';
    case 'refined':
      return 'Sent back with your notes.';
    case 'superseded':
      return 'A newer preview took its place. Nothing of this one was applied.';
  }
}

const changes = { created: 'New file', changed: 'Changed', deleted: 'Deleted' } as const;

export function changeWords({ change }: FileDiff): string {
  return changes[change];
}

/** How many lines a file gains and loses. */
export function countLines({ hunks }: FileDiff): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return { added: count('+'), removed: count('-') };
}
