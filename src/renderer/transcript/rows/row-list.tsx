import { memo, type RefObject, useMemo } from 'react';
import { Virtualizer } from 'virtua';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import type { TurnState } from '../../../shared/workspace/workspace.ts';
import { useView } from '../../parley-context.tsx';
import { keptRows } from './kept-rows.ts';
import { type RowPlace, rowPlaces } from './row-places.ts';
import { Row, type SayEnd } from './row.tsx';
import type { SelectedRows } from './selected-rows.ts';
import type { TranscriptRow } from './transcript-rows.ts';
import { useEditedRows } from './use-edited-rows.ts';
import { useFocusedRow } from './use-focused-row.ts';
import { useToday } from './use-today.ts';

type RowListProps = {
  rows: readonly TranscriptRow[];
  hasEarlier: boolean;
  /** The cards that wait, oldest first; they stay mounted, so that one can be gone to. */
  waiting: readonly ToolPart[];
  workspaceId: WorkspaceId;
  scroller: RefObject<HTMLElement | null>;
  grewAt: 'start' | 'end';
  turn: TurnState['status'];
  /** Whether the agent is writing the last of its rows. */
  working: boolean;
  /** What the person has selected, which stays mounted too. */
  selected: SelectedRows | null;
  onNextCard(after: string): void;
};

/** Only the rows on screen, those around them, and what the person is at or waited for. */
export const RowList = memo(function RowList(props: RowListProps) {
  const { rows, hasEarlier, waiting, workspaceId, scroller, grewAt, turn, working, onNextCard } = props;
  const { selected } = props;
  const today = useToday();
  const edited = useEditedRows();
  const focused = useFocusedRow(scroller);
  const shownFile = useView((view) => view.shownFile);
  const places = useMemo(() => rowPlaces(rows, hasEarlier), [rows, hasEarlier]);
  const kept = useMemo(
    () =>
      keptRows(
        rows,
        (row) =>
          row.key === focused || isWaiting(row, waiting) || edited.has(row.key) || hasFile(row, shownFile),
        selected,
      ),
    [rows, focused, waiting, edited, shownFile, selected],
  );

  function sayEnd(index: number, place: RowPlace | undefined): SayEnd {
    const row = rows[index];
    if (!place?.endsSay || (row !== undefined && isWaiting(row, waiting))) return 'none';
    if (index !== rows.length - 1) return 'earlier';
    if (working) return 'writing';
    return turn === 'working' || index !== rows.length - 1 ? 'earlier' : 'last';
  }

  return (
    <Virtualizer scrollRef={scroller} shift={grewAt === 'start'} bufferSize={600} keepMounted={kept}>
      {rows.map((row, index) => {
        const card = row.type === 'card' ? waiting.indexOf(row.part) : -1;
        const place = places[index];
        return (
          <Row
            key={row.key}
            row={row}
            workspaceId={workspaceId}
            today={place?.startsDay ? today : null}
            growing={working && index === rows.length - 1}
            sayEnd={sayEnd(index, place)}
            hasText={place?.hasText ?? false}
            cardIndex={card < 0 ? null : card + 1}
            cardCount={card < 0 ? 0 : waiting.length}
            onNextCard={card < 0 ? nothing : onNextCard}
          />
        );
      })}
    </Virtualizer>
  );
});

function isWaiting(row: TranscriptRow, waiting: readonly ToolPart[]): boolean {
  return row.type === 'card' && waiting.includes(row.part);
}

function hasFile(row: TranscriptRow, file: AttachmentId | null): boolean {
  return file !== null && row.type === 'user' && row.message.attachments.some(({ id }) => id === file);
}

function nothing(): void {
  // A row without a waiting card has no next one.
}
