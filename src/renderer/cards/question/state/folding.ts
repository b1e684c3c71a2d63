import type { CardIntents } from './card-intents.ts';
import type { CardState } from './card-state.ts';

/** Which texts of a card are shown in full, and how that is changed. */
export type Folding = (text: string) => { unfolded: boolean; onUnfoldedChange(unfolded: boolean): void };

export function foldingOf({ unfolded }: CardState, { setUnfolded }: CardIntents): Folding {
  return (text) => ({
    unfolded: unfolded.includes(text),
    onUnfoldedChange: (shown) => setUnfolded(text, shown),
  });
}
