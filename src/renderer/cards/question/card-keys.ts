import type { KeyboardEvent } from 'react';

/** Runs on Enter in a text field; not with Shift, not while an input method composes, not on repeat. */
export function onPlainEnter(run: () => void) {
  return (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || isComposing(event)) return;
    event.preventDefault();
    if (!event.repeat) run();
  };
}

type CardKeys = {
  onSubmit(): void;
  onEscape(): void;
  /** A letter typed while an option has the focus. */
  onTypeElsewhere(text: string): void;
};

/** The keys that work in the whole card. */
export function handleCardKey(event: KeyboardEvent<HTMLElement>, keys: CardKeys): void {
  if (isComposing(event) || event.defaultPrevented) return;
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'Enter' && (ctrlKey || metaKey)) {
    event.preventDefault();
    if (!event.repeat) keys.onSubmit();
  } else if (key === 'Escape') {
    event.preventDefault();
    keys.onEscape();
  } else if (!ctrlKey && !metaKey && !altKey && /^\p{L}$/u.test(key) && isOption(event.target)) {
    event.preventDefault();
    keys.onTypeElsewhere(key);
  }
}

function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === composing;
}

/** The key code browsers give to every key an input method takes. */
const composing = 229;

function isOption(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role=radio], [role=checkbox]') !== null;
}
