import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useDecidingKeys } from '../../../ui/decision/use-arming.ts';
import { isCollapsed } from '../question-card-state.ts';
import { cardKeyHandler, type CardKeyContext } from './card-key-handler.ts';

/** Keys that only pass by, or whose press is a click. */
const passingKeys: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Enter', ' ']);

export type CardKeyboard = {
  /** The place of what has to be in sight before a key submits. */
  body: RefObject<HTMLDivElement | null>;
  /** True while keys don't submit yet. */
  arming: boolean;
  /** Submits by a key, unless it was not meant for that. */
  onSubmit(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
};

/** The keys of a card: they submit nothing that has only just come, and stop its countdown. */
export function useCardKeys(keyed: Omit<CardKeyContext, 'onSubmit'>): CardKeyboard {
  const { ask, card, intents } = keyed;
  const body = useRef<HTMLDivElement>(null);
  const isShown = ask.settlement === null && !isCollapsed(card, ask);
  const { armed, byKey } = useDecidingKeys(body, isShown ? '' : null);
  const onSubmit = () => byKey(intents.submit);
  const handle = cardKeyHandler({ ...keyed, onSubmit });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    handle(event);
    if (!passingKeys.has(event.key)) intents.stopCountdown();
  }

  return { body, arming: !armed, onSubmit, onKeyDown };
}
