import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';

type Field = RefObject<HTMLTextAreaElement | null>;

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
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    if (caretRequested) view.setState({ caretRequested: false });
  }, [caretRequested, view, field]);
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
