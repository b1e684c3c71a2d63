import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { isComposing } from '../../ui/composing.ts';
import type { CardStore } from './card-store.ts';
import type { IntentsOf } from './card-kind.ts';
import type { CardKindOf, CardKinds, CardName } from './card-kinds.ts';

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

type SettlingInput = {
  deciding: boolean;
  ended: boolean;
  undone?: boolean;
  intents: { settled(): void; setCollapsed(collapsed: boolean): void };
  /** Takes the focus; false where it stays in the card. */
  onDecided(): boolean;
};

type Settling = {
  collapseButton: RefObject<HTMLButtonElement | null>;
  /** To be set by a card that knows if the focus was in what went away. */
  tookFocusAlong: RefObject<boolean>;
  /** Collapses the card by Escape; to be called with every key that is pressed in it. */
  collapseByKey(event: KeyboardEvent): void;
};

/**
 * When a card has ended, its store is told; when what it is decided with goes away, or what undoes it, a focus
 * that was in there goes where `onDecided` takes it, else to the button that collapses the card.
 */
export function useSettling({
  deciding,
  ended,
  undone = false,
  intents,
  onDecided,
}: SettlingInput): Settling {
  const collapseButton = useRef<HTMLButtonElement>(null);
  const tookFocusAlong = useRef(true);
  const before = useRef({ deciding, ended, undone });
  const takeFocus = useEffectEvent(onDecided);

  useEffect(() => {
    if (ended) intents.settled();
  }, [ended, intents]);

  useEffect(() => {
    const { deciding: wasDeciding, ended: wasEnded, undone: wasUndone } = before.current;
    before.current = { deciding, ended, undone };
    // A card that becomes a line takes its button along once more.
    const isDecided = (wasDeciding && !deciding) || (!wasEnded && ended) || wasUndone !== undone;
    if (!isDecided || !tookFocusAlong.current || document.activeElement !== document.body) return;
    if (!takeFocus()) collapseButton.current?.focus({ preventScroll: true });
  }, [deciding, ended, undone]);

  function collapseByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    intents.setCollapsed(true);
    collapseButton.current?.focus({ preventScroll: true });
  }

  return { collapseButton, tookFocusAlong, collapseByKey };
}
