import { type RefObject, useEffect } from 'react';
import { foldText } from '../../../shared/find/fold-text.ts';
import { useView } from '../../parley-context.tsx';
import { markFound, revealFound } from './mark-found.ts';

/** Marks what is looked for in the conversation, and brings the place that is shown into view. */
export function useMarks(scroller: RefObject<HTMLElement | null>, query: string): void {
  const folded = foldText(query).trim();
  const found = useView((view) => view.found);
  useEffect(
    () => (scroller.current === null || folded === '' ? undefined : markFound(scroller.current, folded)),
    [scroller, folded],
  );
  useEffect(
    () =>
      scroller.current === null || folded === '' || found === null
        ? undefined
        : revealFound(scroller.current, folded),
    [scroller, folded, found],
  );
}
