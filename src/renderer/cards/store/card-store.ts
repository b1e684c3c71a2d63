import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ToolCallId } from '../../../shared/ids.ts';
import type { Timing } from '../../page-timing.ts';
import type { CardCalls, CardKindOf, CardKinds, CardName, CardState } from './card-kinds.ts';
import { type Card, type CardStates, createCardSlice } from './card-slice.ts';

/**
 * The unsent state of every card of a chat, by tool call: it outlives the cards' rows. What is entered is
 * saved as it is entered, nothing is sent twice, and what could not be sent is kept.
 *
 * A new kind of card has its types (`CardTypes`) and its behaviour (`CardKind`) in the folder of its card, and a
 * name in `CardKinds`. It provides:
 * - the state that only it has, as it begins with what main kept (`initial`);
 * - how two unsaved changes of its input become one (`join`), and if main keeps those made just before the end;
 * - its intents, which read and write that state, `save` what is entered, and `send` what is decided;
 * - what is not unsent any more once the card has ended (`settle`);
 * - its calls to main, made in `src/renderer/state/card-stores.ts`.
 * Collapsing, saving, sending, failures, another try and undoing come with the store.
 */
export type CardStore = {
  cards: StoreApi<ReadonlyMap<ToolCallId, CardState>>;
  card<Name extends CardName>(kind: CardKindOf<Name>, part: CardKinds[Name]['part']): Card<CardKinds[Name]>;
};

/** Cards of one kind, from the first one on. */
type Slice<Name extends CardName> = {
  cardOf?: (part: CardKinds[Name]['part']) => Card<CardKinds[Name]>;
};

export function createCardStore(calls: CardCalls, timing: Timing): CardStore {
  const cards = createStore<ReadonlyMap<ToolCallId, CardState>>(() => new Map());
  const slices: { [Name in CardName]: Slice<Name> } = {
    question: {},
    preview: {},
    plan: {},
    custom: {},
    permission: {},
    form: {},
    run: {},
  };

  function statesOf<Name extends CardName>(name: Name): CardStates<CardKinds[Name]['state']> {
    return {
      get(id) {
        const card = cards.getState().get(id);
        return card !== undefined && isOf(name, card) ? card : undefined;
      },
      set: (id, card) => cards.setState(new Map(cards.getState()).set(id, card), true),
    };
  }

  return {
    cards,
    card<Name extends CardName>(kind: CardKindOf<Name>, part: CardKinds[Name]['part']) {
      const name: Name = kind.name;
      const slice: Slice<Name> = slices[name];
      slice.cardOf ??= createCardSlice<CardKinds[Name]>({
        kind,
        calls: calls[name],
        states: statesOf(name),
        timing,
      });
      return slice.cardOf(part);
    },
  };
}

function isOf<Name extends CardName>(name: Name, card: CardState): card is CardKinds[Name]['state'] {
  return card.kind === name;
}
