import { type RefObject, useEffect } from 'react';

/**
 * On mounting, gives the focus to the first thing in there to answer with, or to the element
 * itself, but only if nothing else has it: a new card never takes the caret from anybody.
 */
export function useFocusIfFree(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null || document.activeElement !== document.body) return;
    const chosen = element.querySelector<HTMLElement>('[role=radio][aria-checked=true]');
    const first = element.querySelector<HTMLElement>('[role=radio], [role=checkbox], textarea, [data-first]');
    (chosen ?? first ?? element).focus({ preventScroll: true });
  }, [ref]);
}
