import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';

export type Field = RefObject<HTMLTextAreaElement | null>;

function focusAtEnd({ current }: Field): void {
  current?.focus();
  current?.setSelectionRange(current.value.length, current.value.length);
}

/** Gives the field the caret when it is requested, and once when its chat opens if nothing else has it. */
export function useRequestedCaret(field: Field, takesCaret: boolean): void {
  const { view } = useParley();
  const caretRequested = useView((state) => state.caretRequested);
  const mayTake = useRef(takesCaret);
  useEffect(() => {
    const free = document.activeElement === document.body || document.activeElement === null;
    const opened = mayTake.current && free;
    mayTake.current = false;
    if (!caretRequested && !opened) return;
    focusAtEnd(field);
    if (caretRequested) view.setState({ caretRequested: false });
  }, [caretRequested, view, field]);
}

/** The places where letters mean something themselves: fields, lists and menus, and in what lies over the page. */
const ownKeys =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=tree], dialog, [popover]';

/** A letter typed while no field has the focus goes into this one: with the focus, the browser types it here. */
export function useStrayLetters(field: Field): void {
  useEffect(() => {
    const done = new AbortController();
    const take = (event: globalThis.KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      const isModified = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
      if (defaultPrevented || isModified || !/^\p{L}$/u.test(key)) return;
      if (target instanceof Element && target.closest(ownKeys) !== null) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      focusAtEnd(field);
    };
    document.addEventListener('keydown', take, { signal: done.signal });
    return () => done.abort();
  }, [field]);
}

/** Call it before the text is replaced: the caret then goes behind the new one. */
export function useCaretBehind(field: Field, text: string): (pending: boolean) => void {
  const pending = useRef(false);
  useLayoutEffect(() => {
    if (pending.current) field.current?.setSelectionRange(text.length, text.length);
    pending.current = false;
  }, [field, text]);
  return (now) => {
    pending.current = now;
  };
}
