import { memo, type RefObject, useCallback, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { WorkspaceId } from '../../shared/ids.ts';
import { Row } from './row.tsx';
import { type TranscriptRow, waitingCards } from './transcript-rows.ts';

type RowListProps = {
  rows: readonly TranscriptRow[];
  workspaceId: WorkspaceId;
  scroller: RefObject<HTMLElement | null>;
  grewAt: 'start' | 'end';
  /** Whether the agent is writing the last of its rows. */
  working: boolean;
};

/** Only the rows on screen, and those around them. */
export const RowList = memo(function RowList({ rows, workspaceId, scroller, grewAt, working }: RowListProps) {
  const list = useRef<VirtualizerHandle>(null);
  const waiting = useMemo(() => waitingCards(rows), [rows]);
  const growingRow = rows.findLastIndex((row) => row.type !== 'user' || !row.message.queued);

  const goToNextCard = useCallback(
    (after: string) => {
      const index = waiting.findIndex(({ toolCallId }) => toolCallId === after);
      const next = waiting[(index + 1) % waiting.length];
      const row = rows.findIndex((candidate) => candidate.type === 'card' && candidate.part === next);
      if (row >= 0) list.current?.scrollToIndex(row, { align: 'start' });
    },
    [rows, waiting],
  );

  return (
    <Virtualizer ref={list} scrollRef={scroller} shift={grewAt === 'start'} bufferSize={600}>
      {rows.map((row, index) => {
        const card = row.type === 'card' ? waiting.indexOf(row.part) : -1;
        return (
          <Row
            key={row.key}
            row={row}
            workspaceId={workspaceId}
            growing={working && index === growingRow}
            cardIndex={card < 0 ? null : card + 1}
            cardCount={card < 0 ? 0 : waiting.length}
            onNextCard={card < 0 ? nothing : goToNextCard}
          />
        );
      })}
    </Virtualizer>
  );
});

function nothing(): void {
  // A row without a waiting card has no next one.
}
