import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { IntentsOf } from './card-kind.ts';
import type { CardKindOf, CardKinds, CardName } from './card-kinds.ts';
import type { CardStore } from './card-store.ts';

type UsedCard<Name extends CardName> = {
  card: CardKinds[Name]['state'];
  intents: IntentsOf<CardKinds[Name]>;
};

/** The state of a part's card, and the actions of a person on it. */
export function useCard<Name extends CardName>(
  store: CardStore,
  kind: CardKindOf<Name>,
  part: CardKinds[Name]['part'],
): UsedCard<Name> {
  const card = useMemo(() => store.card(kind, part), [store, kind, part]);
  useStore(store.cards, (cards) => cards.get(part.toolCallId));
  return { card: card.read(), intents: card.intents };
}
