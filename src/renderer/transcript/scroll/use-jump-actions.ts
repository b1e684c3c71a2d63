import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { VirtualizerHandle } from 'virtua';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePage } from '../../../shared/transcript/message-page.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { useParley, useParleyState, useView } from '../../parley-context.tsx';
import { rowIndexAt, type TranscriptRow } from '../rows/transcript-rows.ts';
import type { PinnedScroll, PinnedView } from './pinned-scroll.ts';

type JumpActionsOptions = {
  id: WorkspaceId;
  rows: readonly TranscriptRow[];
  waiting: readonly ToolPart[];
  scroller: RefObject<HTMLElement | null>;
  pinned: PinnedView & Pick<PinnedScroll, 'toEnd' | 'toCard'>;
};

/** The ways to what waits and to the end, also where these are not loaded. Sending leads to the end. */
export function useJumpActions({ id, rows, waiting, scroller, pinned }: JumpActionsOptions): {
  toCard(after?: string): void;
  jump(): void;
} {
  const { goToEnd } = useParley();
  const sending = useParleyState(({ composers }) => (composers[id]?.sending ?? null) !== null);

  function toEnd(): void {
    goToEnd(id);
    pinned.toEnd();
  }

  const sent = useEffectEvent(toEnd);
  useEffect(() => {
    if (sending) sent();
  }, [sending]);

  function toCard(after?: string): void {
    const next = waiting[(waiting.findIndex(({ toolCallId }) => toolCallId === after) + 1) % waiting.length];
    // The card has to be loaded before it can be scrolled to.
    if (!rows.some((row) => row.type === 'card' && row.part === next)) flushSync(() => goToEnd(id));
    pinned.toCard(after);
  }

  return {
    toCard,
    jump() {
      if (pinned.cardHidden) return toCard();
      toEnd();
      scroller.current?.focus({ preventScroll: true });
    },
  };
}

/**
 * Home, End and the Page keys scroll the chat whenever no field has the focus; Home and End also to parts that
 * are not loaded. Never smoothly: a browser's smooth scrolling goes on through later jumps.
 */
export function useScrollKeys(
  id: WorkspaceId,
  { hasEarlier, hasLater }: MessagePage,
  scroller: RefObject<HTMLElement | null>,
  toEnd: () => void,
): void {
  const { goToStart, goToEnd } = useParley();

  const press = useEffectEvent((event: KeyboardEvent) => {
    const element = scroller.current;
    const { key, target, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (element === null || event.defaultPrevented || altKey || shiftKey) return;
    if (isScrolledItself(target)) return;
    if (key === 'Home' && hasEarlier) void goToStart(id);
    else if (key === 'End' && hasLater) goToEnd(id);
    // Scrolling to the current end would stop short: rows get their heights as they come into view.
    else if (key === 'End') toEnd();
    else if (ctrlKey || metaKey || !scrollBy(element, key)) return;
    event.preventDefault();
  });

  useEffect(() => {
    const over = new AbortController();
    document.addEventListener('keydown', (event) => press(event), over);
    return () => over.abort();
  }, []);
}

/** True where the keys move a caret or a choice, or scroll something over the page. */
function isScrolledItself(target: EventTarget | null): boolean {
  const own = 'textarea, input, select, dialog, [popover], [role=menu], [role=listbox]';
  return target instanceof Element && target.closest(own) !== null;
}

/** Scrolls as far as a browser does; false for a key that does not scroll. */
function scrollBy(scroller: HTMLElement, key: string): boolean {
  const page = Math.max(40, scroller.clientHeight * 0.875);
  const top = { PageUp: -page, PageDown: page, Home: -scroller.scrollHeight }[key];
  if (top === undefined) return false;
  scroller.scrollBy({ top });
  return true;
}

type RequestedRowOptions = {
  id: WorkspaceId;
  /** Changes when all shown rows were replaced. */
  place: number;
  rows: readonly TranscriptRow[];
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  toEnd(): void;
  leaveEnd(): void;
};

/** Scrolls to a requested message, and keeps the focus in the conversation when its row was replaced. */
export function useRequestedRow({
  id,
  place,
  rows,
  scroller,
  list,
  toEnd,
  leaveEnd,
}: RequestedRowOptions): void {
  const { view } = useParley();
  const requested = useView(({ requestedRow }) => (requestedRow?.workspaceId === id ? requestedRow : null));
  const placeBefore = useRef(place);

  useLayoutEffect(() => {
    const moved = placeBefore.current !== place;
    placeBefore.current = place;
    if (moved && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
    if (requested === null) {
      if (moved) toEnd();
      return;
    }
    leaveEnd();
    // Directly, so that nothing is measured on the way and nothing keeps scrolling.
    if (requested.align === 'start') scroller.current?.scrollTo({ top: 0 });
    else list.current?.scrollToIndex(Math.max(0, rowIndexAt(rows, requested)), { align: requested.align });
    view.setState({ requestedRow: null });
  }, [requested, place, rows, scroller, list, toEnd, leaveEnd, view]);
}
