import type { PlanAction } from './plan-part.ts';

/** Returns the outcome of a plan, or why nobody is asked about it. */
export function planOutcome({ ending, decision, leftByAgent, userEdits }: PlanAction): string | null {
  if (ending === null) {
    if (decision !== null) return 'Decided. It takes effect as soon as the agent has got that far.';
    return leftByAgent ? 'The agent went on without asking for it. It is still yours to decide.' : null;
  }
  switch (ending.type) {
    case 'applied':
      return userEdits === undefined ? 'Approved by you.' : 'Approved by you, with your changes.';
    case 'discarded':
      return ending.decidedBy === 'user' ? 'Discarded by you.' : 'Discarded by the agent.';
    case 'refined':
      return ending.superseded
        ? 'Sent back with your notes. A newer version took its place.'
        : 'Sent back with your notes.';
    case 'superseded':
      return 'A newer plan took its place. Nothing of this one was approved.';
  }
}
