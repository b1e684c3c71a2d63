import { type RefObject, useEffect, useRef } from 'react';
import { useParley, useView } from '../../parley-context.tsx';

/** The focus goes to the field whenever it is asked for, and back to where it came from in the end. */
export function useFindFocus(scroller: RefObject<HTMLElement | null>): {
  field: RefObject<HTMLInputElement | null>;
  close(): void;
} {
  const { view } = useParley();
  const times = useView(({ finding }) => finding?.times);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);

  useEffect(() => {
    if (times === undefined) return;
    const { activeElement } = document;
    if (activeElement !== field.current) before.current = activeElement;
    field.current?.focus();
    field.current?.select();
  }, [times]);

  function close(): void {
    view.setState({ finding: null, found: null });
    const back = before.current;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else scroller.current?.focus({ preventScroll: true });
  }

  return { field, close };
}
