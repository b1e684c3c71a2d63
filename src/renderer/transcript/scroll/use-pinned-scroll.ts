import { type RefObject, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Message, ToolPart } from '../../../shared/transcript/transcript.ts';
import { PinnedScroll, type PinnedView } from './pinned-scroll.ts';

/** The conversation's scroller, which follows its end and the waiting cards. */
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

/** Returns the number of messages, and failures, since the person left the end of the chat. */
export function useNewSince(pinned: boolean, messages: readonly Message[], failed: boolean): number {
  const newest = messages.at(-1)?.id;
  const [seen, setSeen] = useState({ newest, failed });
  if ((pinned && seen.newest !== newest) || (seen.failed && !failed) || (pinned && seen.failed !== failed)) {
    setSeen({ newest: pinned ? newest : seen.newest, failed: pinned && failed });
  }
  const last = seen.newest;
  if (pinned || last === undefined) return 0;
  const since = messages.filter((message) => message.id > last && !isEmpty(message));
  return since.length + Number(failed && !seen.failed);
}

function isEmpty(message: Message): boolean {
  return message.role === 'user' ? message.queued : message.parts.length === 0;
}
