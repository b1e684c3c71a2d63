import { useEffect, useEffectEvent } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { waitingCalls } from '../../shared/transcript/settled-status.ts';
import { useParley } from '../parley-context.tsx';

/** Alt and a digit pick an option of the question that waits first, wherever the focus is in the page. */
export function useOptionKeys({ id }: Workspace): void {
  const parley = useParley();
  const { store } = parley;

  const press = useEffectEvent((event: KeyboardEvent) => {
    const number = numberOf(event);
    const chat = store.getState().chats[id];
    if (number === undefined || chat?.status !== 'ready') return;
    if (document.querySelector('dialog[open]') !== null) return;
    for (const part of waitingCalls(chat.transcript.messages)) {
      if (!('ask' in part) || part.ask === null) continue;
      event.preventDefault();
      const asked = { ...part, ask: part.ask };
      void import('./pick-option.ts').then(({ pickOption }) => pickOption(parley, id, asked, number));
      return;
    }
  });

  useEffect(() => {
    const done = new AbortController();
    document.addEventListener('keydown', (event) => press(event), { signal: done.signal });
    return () => done.abort();
  }, []);
}

function numberOf(event: KeyboardEvent): number | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey, code, repeat, isComposing, defaultPrevented } = event;
  if (!altKey || ctrlKey || metaKey || shiftKey || repeat || isComposing || defaultPrevented)
    return undefined;
  if (event.getModifierState('AltGraph')) return undefined;
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit === undefined ? undefined : Number(digit);
}
