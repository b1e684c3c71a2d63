import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useParley, useView } from '../parley-context.tsx';

type Field = RefObject<HTMLTextAreaElement | null>;

/** Gives the field the caret where it is wanted, and once when its chat opens if nothing else has it. */
export function useCaretWhenWanted(field: Field, wantsCaret: boolean): void {
  const { view } = useParley();
  const caretWanted = useView((state) => state.caretWanted);
  const mayTake = useRef(wantsCaret);
  useEffect(() => {
    const free = document.activeElement === document.body || document.activeElement === null;
    const opened = mayTake.current && free;
    mayTake.current = false;
    if (!caretWanted && !opened) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    if (caretWanted) view.setState({ caretWanted: false });
  }, [caretWanted, view, field]);
}

/** Call it before the text is replaced: the caret then goes behind the new one. */
export function useCaretBehind(field: Field, text: string): (wanted: boolean) => void {
  const wanted = useRef(false);
  useLayoutEffect(() => {
    if (wanted.current) field.current?.setSelectionRange(text.length, text.length);
    wanted.current = false;
  }, [field, text]);
  return (now) => {
    wanted.current = now;
  };
}
