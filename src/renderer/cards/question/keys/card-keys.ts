import type { KeyboardEvent } from 'react';
import { isComposing, isPlainEnter } from '../../../ui/composing.ts';

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
export function handleCardKey(event: KeyboardEvent<HTMLElement>, keys: CardKeys): void {
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
