import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import type { ShownBlock } from './noted-blocks.ts';

/**
 * One of the buttons that open notes is in the order of Tab; the arrows go from one to the next, so
 * that a long plan is left by one press.
 */
export function useNoteKeys(blocks: readonly ShownBlock[]) {
  const [chosen, setChosen] = useState<number | null>(null);
  const numbers = blocks.flatMap(({ at }) => (at === null ? [] : [at]));
  const current = chosen !== null && numbers.includes(chosen) ? chosen : (numbers[0] ?? null);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const at = numberOf(event.target);
    if (at === null) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = step === 0 ? edge(event.key, numbers) : numbers[numbers.indexOf(at) + step];
    if (next === undefined) return;
    event.preventDefault();
    const button = event.currentTarget.querySelector<HTMLElement>(`[data-note-button="${next}"]`);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest' });
  }

  function onFocus(event: FocusEvent): void {
    const at = numberOf(event.target);
    if (at !== null) setChosen(at);
  }

  return { current, onKeyDown, onFocus };
}

function numberOf(target: EventTarget): number | null {
  const mark = target instanceof HTMLElement ? target.dataset['noteButton'] : undefined;
  return mark === undefined ? null : Number(mark);
}

function edge(key: string, numbers: readonly number[]): number | undefined {
  if (key === 'Home') return numbers[0];
  return key === 'End' ? numbers.at(-1) : undefined;
}
