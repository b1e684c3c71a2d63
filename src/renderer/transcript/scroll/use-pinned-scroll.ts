import { type RefObject, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { PinnedScroll, type PinnedView } from './pinned-scroll.ts';

/** The conversation's scroller, following its end and the cards that wait. */
export function usePinnedScroll(
  scroller: RefObject<HTMLElement | null>,
  waiting: readonly ToolPart[],
  goesOn: boolean,
): PinnedView & Pick<PinnedScroll, 'toEnd' | 'toCard' | 'leaveEnd'> {
  const [scroll] = useState(() => new PinnedScroll());
  const view = useStore(scroll.view);

  useLayoutEffect(
    () => (scroller.current === null ? undefined : scroll.attach(scroller.current)),
    [scroll, scroller],
  );

  useLayoutEffect(() => scroll.setCards(waiting.map(({ toolCallId }) => toolCallId)), [scroll, waiting]);

  useLayoutEffect(() => scroll.setGoesOn(goesOn), [scroll, goesOn]);

  return { ...view, toEnd: scroll.toEnd, toCard: scroll.toCard, leaveEnd: scroll.leaveEnd };
}
