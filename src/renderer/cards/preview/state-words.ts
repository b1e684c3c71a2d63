import type { ActionEnding, PendingAction } from '../../../shared/previews/pending-action.ts';

/** The state of a preview in a word or two. */
export function stateWords({ state, preview }: PendingAction): string {
  switch (state.type) {
    case 'open':
      return state.failure === null ? 'Needs you' : 'Failed';
    case 'decided':
    case 'carrying-out':
      return 'Working';
    case 'ended':
      return endedWords(state.ending, preview.type === 'plan' ? 'Approved' : 'Applied');
  }
}

function endedWords(ending: ActionEnding, done: string): string {
  switch (ending.type) {
    case 'applied':
      return ending.undone ? 'Undone' : done;
    case 'discarded':
      return 'Discarded';
    case 'refined':
      return ending.superseded ? 'Replaced' : 'Revised';
    case 'superseded':
      return 'Replaced';
  }
}
