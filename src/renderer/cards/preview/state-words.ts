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

/**
 * Returns what is said under a preview: `left` where nobody asks about it any more, `ended` once it has ended;
 * null while it only waits.
 */
export function outcomeWords(
  { state, userEdits }: PendingAction,
  left: string,
  ended: (ending: ActionEnding, edited: boolean) => string,
): string | null {
  switch (state.type) {
    case 'open':
      return state.left ? left : null;
    case 'decided':
      return 'Decided. It takes effect as soon as the agent gets there.';
    case 'carrying-out':
      return 'Decided. It takes effect now.';
    case 'ended':
      return ended(state.ending, userEdits !== undefined);
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
