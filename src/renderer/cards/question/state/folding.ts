import type { QuestionIntents } from '../question-card-kind.ts';
import type { QuestionCardState } from '../question-card-state.ts';

/** Returns whether a text of a card is unfolded, and the function that changes it. */
export type Folding = (text: string) => { unfolded: boolean; onUnfoldedChange(unfolded: boolean): void };

export function foldingOf({ unfolded }: QuestionCardState, { setUnfolded }: QuestionIntents): Folding {
  return (text) => ({
    unfolded: unfolded.includes(text),
    onUnfoldedChange: (shown) => setUnfolded(text, shown),
  });
}
