import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Ask } from '../../../../shared/transcript/transcript.ts';
import { useDecidingKeys } from '../../../ui/decision/deciding-controls.tsx';
import type { QuestionIntents } from '../question-intents.ts';
import { isCollapsed } from '../../store/card-kind.ts';
import { hasTabs, isDismissed, type QuestionCardState } from '../question-card-state.ts';
import { handleCardKey } from './card-keys.ts';

type CardKeyContext = {
  ask: Ask;
  card: QuestionCardState;
  intents: QuestionIntents;
  collapseButton: RefObject<HTMLButtonElement | null>;
  /** Submits, unless the key was not meant for it. */
  onSubmit(): void;
  onHelp(): void;
  onTypeElsewhere(text: string): void;
};

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
  const isShown = ask.settlement === null && !isCollapsed(card, false);
  const { armed, byKey } = useDecidingKeys(body, isShown ? '' : null);
  const onSubmit = () => byKey(intents.submit);
  const handle = cardKeyHandler({ ...keyed, onSubmit });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    handle(event);
    if (!passingKeys.has(event.key)) intents.stopCountdown();
  }

  return { body, arming: !armed, onSubmit, onKeyDown };
}

/** Handles keys in the card's current state; keys of the questions do nothing while none is visible. */
function cardKeyHandler({ ask, card, intents, collapseButton, ...rest }: CardKeyContext) {
  const { onSubmit, onHelp, onTypeElsewhere } = rest;
  const answering = ask.settlement === null && !isCollapsed(card, false) && !isDismissed(card);

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

/**
 * Picks the option with a number, counted from 1; 0 is Other, the last one. The option gets the
 * focus; one that is already chosen stays so, but a checkbox of another option is unchecked again.
 */
function pickByNumber(card: Element, number: number): void {
  const panel = card.querySelector('[role=tabpanel][data-state=active]') ?? card;
  const options = [...panel.querySelectorAll<HTMLElement>('[role=radio], [role=checkbox]')];
  const option = number === 0 ? options.at(-1) : options.slice(0, -1)[number - 1];
  if (option === undefined) return;
  option.focus();
  const chosen = option.ariaChecked === 'true';
  const stays = chosen && (number === 0 || option.role === 'radio');
  if (!stays) option.click();
  else if (number === 0) panel.querySelector<HTMLElement>('[data-other-field]')?.focus();
}
