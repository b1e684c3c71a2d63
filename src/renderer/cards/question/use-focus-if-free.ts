import { type RefObject, useEffect } from 'react';
import { firstAnswerControl } from '../focus-card.ts';
import { focusWhenShown } from '../focus-when-shown.ts';

/**
 * On mounting, gives the focus to the first thing in there to answer with, or to the element
 * itself, but only if nothing else has it: a new card never takes the caret from anybody.
 */
export function useFocusIfFree(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null || document.activeElement !== document.body) return;
    return focusWhenShown(() => firstAnswerControl(element) ?? element);
  }, [ref]);
}
