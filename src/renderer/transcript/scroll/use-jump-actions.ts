import { type RefObject, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import type { TranscriptRow } from '../rows/transcript-rows.ts';
import type { PinnedScroll, PinnedView } from './pinned-scroll.ts';

type JumpActionsParts = {
  id: WorkspaceId;
  rows: readonly TranscriptRow[];
  waiting: readonly ToolPart[];
  scroller: RefObject<HTMLElement | null>;
  pinned: PinnedView & Pick<PinnedScroll, 'toEnd' | 'toCard'>;
};

/** The person's ways to what waits and to the end, also from where neither is shown. Sending leads to the end. */
export function useJumpActions({ id, rows, waiting, scroller, pinned }: JumpActionsParts): {
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
    // A card can only be gone to once it is in the page.
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
