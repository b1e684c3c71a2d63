import type { ToolCallId } from '../src/shared/ids.ts';
import { commandCardKind } from '../src/renderer/cards/command/command-card-kind.ts';
import { customCardKind } from '../src/renderer/cards/custom/custom-card-kind.ts';
import { formCardKind } from '../src/renderer/cards/form/form-card-kind.ts';
import { permissionCardKind } from '../src/renderer/cards/permission/permission-card-kind.ts';
import { planCardKind } from '../src/renderer/cards/plan/plan-card-kind.ts';
import { previewCardKind } from '../src/renderer/cards/preview/preview-card-kind.ts';
import { questionCardKind } from '../src/renderer/cards/question/question-card-kind.ts';
import type { CardCalls, CardState } from '../src/renderer/cards/store/card-kinds.ts';
import { type CardStore, createCardStore } from '../src/renderer/cards/store/card-store.ts';
import { pageTiming } from '../src/renderer/page-timing.ts';
import type { GalleryCard } from './card-state.ts';

/** A store that holds the cards as their fixtures say, and whose sending never ends. */
export function createGalleryStore(cards: readonly GalleryCard[]): CardStore {
  const store = createCardStore(silentCalls, pageTiming);
  const states = new Map<ToolCallId, CardState>();
  for (const shown of cards) if (shown.type !== 'plain') states.set(shown.part.toolCallId, stateOf(shown));
  store.cards.setState(states, true);
  return store;
}

/** Calls that save nothing and never end. */
export const silentCalls: CardCalls = {
  question: { save: nothing, touch: nothing, submit: never, decline: never },
  preview: {
    save: nothing,
    decide: never,
    undo: never,
    redo: never,
    refresh: never,
    filesInWay: never,
    proposedText: never,
    diffOfEdit: never,
    openInEditor: never,
  },
  plan: { save: nothing, decide: never },
  custom: { save: nothing, decide: never },
  run: { save: nothing, stop: never },
  permission: { save: nothing, answer: never, pastCommands: never },
  form: { save: nothing, answer: never, finish: never, open: nothing },
};

function stateOf(shown: Exclude<GalleryCard, { type: 'plain' }>): CardState {
  switch (shown.type) {
    case 'question':
      return { ...questionCardKind.initial(shown.part), ...shown.card };
    case 'preview':
      return { ...previewCardKind.initial(shown.part), ...shown.card };
    case 'run':
      return { ...commandCardKind.initial(shown.part), ...shown.card };
    case 'plan':
      return { ...planCardKind.initial(shown.part), ...shown.card };
    case 'custom':
      return { ...customCardKind.initial(shown.part), ...shown.card };
    case 'form':
      return { ...formCardKind.initial(shown.part), ...shown.card };
    case 'permission':
      return { ...permissionCardKind.initial(shown.part), ...shown.card };
  }
}

function nothing(): void {}

function never(): Promise<never> {
  return new Promise(() => {});
}
