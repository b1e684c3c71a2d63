import { memo, type RefObject, useMemo } from 'react';
import { Virtualizer } from 'virtua';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { ToolPart } from '../../shared/transcript/transcript.ts';
import { Row } from './row.tsx';
import type { TranscriptRow } from './transcript-rows.ts';

type RowListProps = {
  rows: readonly TranscriptRow[];
  /** The cards that wait, oldest first; they stay mounted, so that one can be gone to. */
  waiting: readonly ToolPart[];
  workspaceId: WorkspaceId;
  scroller: RefObject<HTMLElement | null>;
  grewAt: 'start' | 'end';
  /** Whether the agent is writing the last of its rows. */
  working: boolean;
  onNextCard(after: string): void;
};

/** Only the rows on screen, those around them, and what waits for the person. */
export const RowList = memo(function RowList(props: RowListProps) {
  const { rows, waiting, workspaceId, scroller, grewAt, working, onNextCard } = props;
  const kept = useMemo(
    () => rows.flatMap((row, index) => (row.type === 'card' && waiting.includes(row.part) ? [index] : [])),
    [rows, waiting],
  );

  return (
    <Virtualizer scrollRef={scroller} shift={grewAt === 'start'} bufferSize={600} keepMounted={kept}>
      {rows.map((row, index) => {
        const card = row.type === 'card' ? waiting.indexOf(row.part) : -1;
        return (
          <Row
            key={row.key}
            row={row}
            workspaceId={workspaceId}
            growing={working && index === rows.length - 1}
            cardIndex={card < 0 ? null : card + 1}
            cardCount={card < 0 ? 0 : waiting.length}
            onNextCard={card < 0 ? nothing : onNextCard}
          />
        );
      })}
    </Virtualizer>
  );
});

function nothing(): void {
  // A row without a waiting card has no next one.
}
