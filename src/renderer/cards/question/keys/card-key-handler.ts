import type { KeyboardEvent, RefObject } from 'react';
import type { Ask } from '../../../../shared/transcript/transcript.ts';
import type { QuestionIntents } from '../question-card-kind.ts';
import { handleCardKey } from './card-keys.ts';
import { type QuestionCardState, hasTabs, isCollapsed, isDismissed } from '../question-card-state.ts';
import { pickByNumber } from './option-by-number.ts';

export type CardKeyContext = {
  ask: Ask;
  card: QuestionCardState;
  intents: QuestionIntents;
  collapseButton: RefObject<HTMLButtonElement | null>;
  /** Submits, unless the key was not meant for it. */
  onSubmit(): void;
  onHelp(): void;
  onTypeElsewhere(text: string): void;
};

/** Handles keys in the card's current state; keys of the questions do nothing while none is visible. */
export function cardKeyHandler({ ask, card, intents, collapseButton, ...rest }: CardKeyContext) {
  const { onSubmit, onHelp, onTypeElsewhere } = rest;
  const answering = ask.settlement === null && !isCollapsed(card, ask) && !isDismissed(card);

  function onEscape() {
    if (card.givingReason) return intents.closeDismissal();
    intents.setCollapsed(true);
    collapseButton.current?.focus();
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    const here = event.currentTarget;
    handleCardKey(event, {
      onEscape,
      onTypeElsewhere,
      onSubmit,
      onHelp: () => answering && onHelp(),
      onNumber: (number) => answering && pickByNumber(here, number),
      onMove: (step) => answering && hasTabs(ask.questions) && intents.goTo(card.tab + step),
    });
  };
}
