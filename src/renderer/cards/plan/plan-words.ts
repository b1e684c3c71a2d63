import type { ActionEnding } from '../../../shared/previews/pending-action.ts';
import type { PlanAction } from './plan-part.ts';

/** Returns the outcome of a plan, or why nobody is asked about it. */
export function planOutcome({ state, userEdits }: PlanAction): string | null {
  switch (state.type) {
    case 'open':
      return state.left ? 'The agent went on without asking for it. It is still yours to decide.' : null;
    case 'decided':
      return 'Decided. It takes effect as soon as the agent has got that far.';
    case 'carrying-out':
      return 'Decided. It takes effect now.';
    case 'ended':
      return endWords(state.ending, userEdits !== undefined);
  }
}

function endWords(ending: ActionEnding, edited: boolean): string {
  switch (ending.type) {
    case 'applied':
      return edited ? 'Approved by you, with your changes.' : 'Approved by you.';
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
