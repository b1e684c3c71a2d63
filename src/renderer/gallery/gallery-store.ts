import type { ToolCallId } from '../../shared/ids.ts';
import { type CardState, initialCard } from '../cards/question/card-state.ts';
import { createQuestionCardStore, type QuestionCardStore } from '../cards/question/question-card-store.ts';
import { pageTiming } from '../page-timing.ts';
import type { GalleryCard } from './gallery-state.ts';

/** A store that holds the cards as their fixtures say, and whose sending never ends. */
export function createGalleryStore(cards: readonly GalleryCard[]): QuestionCardStore {
  const store = createQuestionCardStore(
    { saveDraft: () => {}, touch: () => {}, submit: never, decline: never },
    pageTiming,
  );
  const states = new Map<ToolCallId, CardState>();
  for (const shown of cards) {
    if (shown.type !== 'question') continue;
    states.set(shown.part.toolCallId, { ...initialCard(shown.part.ask), ...shown.card });
  }
  store.cards.setState(states, true);
  return store;
}

function never(): Promise<never> {
  return new Promise(() => {});
}
