import { useEffect, useEffectEvent } from 'react';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { isMac } from '../../shortcut.ts';

/**
 * Alt and a digit pick an option of the question that waits first, wherever the focus is; only outside fields
 * where Alt types characters.
 */
export function useOptionKeys({ id, waitingFor }: Workspace): void {
  const parley = useParley();

  const press = useEffectEvent((event: KeyboardEvent) => {
    const number = optionNumber(event, isMac);
    const isAsked = waitingFor.includes('question') || waitingFor.includes('outside');
    if (number === undefined || !isAsked || document.querySelector('dialog[open], [aria-modal]') !== null)
      return;
    event.preventDefault();
    import('./read-reply.ts').then(
      ({ pickOption }) => pickOption(parley, id, number),
      () => undefined,
    );
  });

  useEffect(() => {
    const done = new AbortController();
    document.addEventListener('keydown', (event) => press(event), { signal: done.signal });
    return () => done.abort();
  }, []);
}

/** Returns the option that a key is for; undefined for none. */
function optionNumber(event: KeyboardEvent, altTypes: boolean): number | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey, code, repeat, isComposing, defaultPrevented } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey || repeat || isComposing || defaultPrevented)
    return undefined;
  if (event.getModifierState('AltGraph') || (altTypes && isField(event.target))) return undefined;
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
