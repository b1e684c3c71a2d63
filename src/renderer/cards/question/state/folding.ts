import type { CardIntents } from './card-intents.ts';
import type { CardState } from './card-state.ts';

/** Returns whether a text of a card is unfolded, and the function that changes it. */
export type Folding = (text: string) => { unfolded: boolean; onUnfoldedChange(unfolded: boolean): void };

export function foldingOf({ unfolded }: CardState, { setUnfolded }: CardIntents): Folding {
  return (text) => ({
    unfolded: unfolded.includes(text),
    onUnfoldedChange: (shown) => setUnfolded(text, shown),
  });
}
