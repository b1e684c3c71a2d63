import { type RefObject, useEffect, useState } from 'react';

/** The key of the row that has the focus; it stays in the page, or the focus would fall out of it. */
export function useFocusedRow(scroller: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const follow = (target: EventTarget | null) => setFocused(rowOf(target));
    const element = scroller.current;
    element?.addEventListener('focusin', ({ target }) => follow(target), over);
    element?.addEventListener('focusout', ({ relatedTarget }) => follow(relatedTarget), over);
    return () => over.abort();
  }, [scroller]);
  return focused;
}

function rowOf(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row?.dataset['row'] ?? null;
}
