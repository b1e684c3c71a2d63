import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { Question } from '../../../shared/questions/questions.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { isComposing, isPlainEnter } from '../../ui/composing.ts';
import { useDecidingKeys } from '../../ui/decision/deciding-controls.tsx';
import { isCollapsed } from '../store/card-kind.ts';
import { hasTabs, isDismissed, type QuestionCardState, type QuestionIntents } from './question-card-kind.ts';

/** Runs on Enter in a text field, once for a held one; with Ctrl or Cmd it belongs to the card. */
export function onPlainEnter(run: () => void) {
  return (event: KeyboardEvent) => {
    if (!isPlainEnter(event) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) run();
  };
}

type CardKeys = {
  onSubmit(): void;
  onEscape(): void;
  /** The option with a number, counted from 1; 0 is Other. */
  onNumber(number: number): void;
  /** To the question before (-1) or after (1). */
  onMove(step: -1 | 1): void;
  onHelp(): void;
  /** A letter typed while an option has the focus. */
  onTypeElsewhere(text: string): void;
};

/** The keys that work in the whole card; single characters only while no field has the caret. */
function handleCardKey(event: KeyboardEvent<HTMLElement>, keys: CardKeys): void {
  if (isComposing(event)) return;
  // Radix' checkbox prevents the default of Enter, whatever is held with it.
  if (event.defaultPrevented && !isSubmitKey(event)) return;
  if (isHeldOnButton(event)) return event.preventDefault();
  const run = keyOf(event, keys);
  if (run === undefined) return;
  event.preventDefault();
  if (!event.repeat) run();
}

function keyOf(event: KeyboardEvent<HTMLElement>, keys: CardKeys): (() => void) | undefined {
  const { key, target } = event;
  if (key === 'Enter') return isSubmitKey(event) ? keys.onSubmit : undefined;
  if (key === 'Escape') return keys.onEscape;
  if (isField(target) || hasModifier(event)) return undefined;
  if (/^[0-9]$/.test(key)) return () => keys.onNumber(Number(key));
  const step = stepOf(key, target);
  if (step !== undefined) return () => keys.onMove(step);
  if (key === '?') return keys.onHelp;
  return /^\p{L}$/u.test(key) && isOption(target) ? () => keys.onTypeElsewhere(key) : undefined;
}

function isSubmitKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

/** Arrows scroll where something scrolls sideways. */
function stepOf(key: string, target: EventTarget): -1 | 1 | undefined {
  if (key === '[') return -1;
  if (key === ']') return 1;
  if (target instanceof Element && target.closest('pre, .table-frame') !== null) return undefined;
  return key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
}

/** Some keyboards have brackets only with AltGr, which is no command. */
function hasModifier(event: KeyboardEvent): boolean {
  if (event.getModifierState('AltGraph')) return false;
  return event.ctrlKey || event.metaKey || event.altKey;
}

/** A held key acts once: what it did may have moved the focus to another button. */
function isHeldOnButton({ repeat, key, target }: KeyboardEvent): boolean {
  if (!repeat || (key !== 'Enter' && key !== ' ')) return false;
  return target instanceof Element && target.closest('button') !== null;
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.closest('textarea, input') !== null;
}

function isOption(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role=radio], [role=checkbox]') !== null;
}

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
      onNumber: (number) => answering && takesNumbers(ask.questions[card.tab]) && pickByNumber(here, number),
      onMove: (step) => answering && hasTabs(ask.questions) && intents.goTo(card.tab + step),
    });
  };
}

/** True where digits pick an option: not on Review, nor where words are asked for. */
function takesNumbers(question: Question | undefined): boolean {
  switch (question?.kind) {
    case 'choice':
    case 'yesno':
      return true;
    case 'text':
    case undefined:
      return false;
  }
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
