import type { ActionEnding, PendingAction, PreviewState } from '../../../shared/previews/pending-action.ts';

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

/** Returns the note below a preview that nobody will be asked about, or that has ended, as `endWords` puts it. */
export function stateNote(state: PreviewState, endWords: (ending: ActionEnding) => string): string | null {
  switch (state.type) {
    case 'open':
      return state.left ? 'The agent went on without settling this. It is still yours to decide.' : null;
    case 'decided':
      return 'Decided. It takes effect as soon as the agent gets there.';
    case 'carrying-out':
      return 'Decided. It takes effect now.';
    case 'ended':
      return endWords(state.ending);
  }
}
