import type { ActionId, ToolCallId } from '../../shared/ids.ts';
import { initialCard as initialPlan, type PlanCardState } from '../cards/plan/plan-card-state.ts';
import { createPlanCardStore, type PlanCardStore } from '../cards/plan/plan-card-store.ts';
import { initialCard as initialPreview, type PreviewCardState } from '../cards/preview/preview-card-state.ts';
import { createPreviewCardStore, type PreviewCardStore } from '../cards/preview/preview-card-store.ts';
import { type CardState, initialCard } from '../cards/question/state/card-state.ts';
import {
  createQuestionCardStore,
  type QuestionCardStore,
} from '../cards/question/state/question-card-store.ts';
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

/** The same for previews, on which nobody has laid a hand since. */
export function createGalleryPreviews(cards: readonly GalleryCard[]): PreviewCardStore {
  const store = createPreviewCardStore(
    {
      decide: never,
      undo: never,
      undoHindrance: never,
      proposedText: never,
      diffOfEdit: never,
      saveDraft: () => {},
    },
    pageTiming,
  );
  const states = new Map<ActionId, PreviewCardState>();
  for (const shown of cards) {
    if (shown.type !== 'preview') continue;
    states.set(shown.part.action.id, { ...initialPreview(shown.part), ...shown.card });
  }
  store.cards.setState(states, true);
  return store;
}

/** The same for plans. */
export function createGalleryPlans(cards: readonly GalleryCard[]): PlanCardStore {
  const store = createPlanCardStore({ decide: never, saveDraft: () => {} }, pageTiming);
  const states = new Map<ActionId, PlanCardState>();
  for (const shown of cards) {
    if (shown.type !== 'plan') continue;
    states.set(shown.part.action.id, { ...initialPlan(shown.part), ...shown.card });
  }
  store.cards.setState(states, true);
  return store;
}

function never(): Promise<never> {
  return new Promise(() => {});
}
