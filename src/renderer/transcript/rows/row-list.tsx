import { memo, type RefObject, useMemo } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePage } from '../../../shared/transcript/message-page.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import { cardNumbers } from '../../cards/card-numbers.ts';
import { useView } from '../../parley-context.tsx';
import { usePageLoading } from '../scroll/use-page-loading.ts';
import { type Day, dayOf, isOf, useToday } from './days.ts';
import { positionAttributes, useMessagePositions } from './message-positions.ts';
import { Row, type TurnEnd } from './row.tsx';
import type { SelectedRows } from './use-selection.ts';
import { rowIndexAt } from './transcript-rows.ts';
import type { TranscriptRow } from './transcript-row.ts';
import { useFirstRows } from './use-first-rows.ts';
import { isWaiting, useMountedRows } from './use-mounted-rows.ts';

/** Place of a row among its neighbours. */
type RowPlace = {
  /** True if the row before is of another day. */
  startsDay: boolean;
  /** True if the turn of its speaker ends here, and if that turn has text. */
  isTurnEnd: boolean;
  hasText: boolean;
  /** Number of its card among the loaded ones of the same name. */
  nth: number;
};

/**
 * The places of rows. Of the first row's day nothing is known while earlier ones are not loaded, and of
 * the last one's say while later ones are not.
 */
export function rowPlaces(
  rows: readonly TranscriptRow[],
  { hasEarlier, hasLater }: Pick<MessagePage, 'hasEarlier' | 'hasLater'>,
): RowPlace[] {
  let day: Day | null = null;
  let hasText = false;
  const numbers = cardNumbers(rows.map((row) => (row.type === 'card' ? row.part : null)));
  return rows.map((row, index) => {
    const sameDay = day !== null && isOf(day, row.createdAt);
    const startsDay = !sameDay && !(index === 0 && hasEarlier);
    if (!sameDay) day = dayOf(row.createdAt);
    if (row.first) hasText = false;
    hasText ||= row.type === 'text' || row.type === 'user';
    const isTurnEnd = row.type === 'user' || (rows[index + 1]?.first ?? !hasLater);
    return { startsDay, isTurnEnd, hasText, nth: numbers[index] ?? 1 };
  });
}

type RowListProps = {
  /** The part of the chat that the rows are of. */
  shown: MessagePage;
  rows: readonly TranscriptRow[];
  /** The cards that wait, oldest first; they stay mounted, so that one can be gone to. */
  waiting: readonly ToolPart[];
  workspaceId: WorkspaceId;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  grewAt: 'start' | 'end';
  turn: TurnState['status'];
  /** True while the agent is writing the last of its rows. */
  working: boolean;
  /** Rows of the person's selection, which stay mounted too. */
  selected: SelectedRows | null;
  onNextCard(after: string): void;
};

/** Only the rows on screen, those around them, and what the person is at or waited for. */
export const RowList = memo(function RowList(props: RowListProps) {
  const { shown, rows, waiting, workspaceId, scroller, list, grewAt, turn, working, onNextCard } = props;
  const today = useToday();
  const found = useView((view) => view.found);
  const places = useMemo(() => rowPlaces(rows, shown), [rows, shown]);
  const foundRow = useMemo(() => (found === null ? -1 : rowIndexAt(rows, found)), [rows, found]);
  const { kept, held } = useMountedRows(props);
  const { first, bufferSize, heights, usual } = useFirstRows(rows, !shown.hasLater);
  const positions = useMessagePositions(workspaceId, shown);
  const look = usePageLoading({ id: workspaceId, shown, rows, list, scroller, held });
  const lastRow = shown.hasLater ? -1 : rows.length - 1;

  function turnEnd(row: TranscriptRow, index: number, place: RowPlace | undefined): TurnEnd {
    if (!place?.isTurnEnd || isWaiting(row, waiting)) return 'none';
    if (index !== lastRow || row.type === 'summary') return 'earlier';
    if (working) return 'writing';
    return turn === 'working' ? 'earlier' : 'last';
  }

  return (
    <Virtualizer
      ref={list}
      scrollRef={scroller}
      shift={grewAt === 'start'}
      bufferSize={bufferSize}
      cache={heights}
      itemSize={usual}
      keepMounted={first.length === 0 ? kept : [...kept, ...first]}
      onScroll={() => look(false)}
      onScrollEnd={() => look(true)}
      data={rows}
    >
      {(row, index) => {
        const card = row.type === 'card' ? waiting.indexOf(row.part) : -1;
        const place = places[index];
        return (
          <div key={row.key} {...positionAttributes(positions, rows, index)}>
            <Row
              row={row}
              workspaceId={workspaceId}
              today={place?.startsDay ? today : null}
              growing={working && index === lastRow}
              found={index === foundRow}
              turnEnd={turnEnd(row, index, place)}
              hasText={place?.hasText ?? false}
              nth={place?.nth ?? 1}
              cardIndex={card < 0 ? null : card + 1}
              cardCount={card < 0 ? 0 : waiting.length}
              onNextCard={card < 0 ? nothing : onNextCard}
            />
          </div>
        );
      }}
    </Virtualizer>
  );
});

function nothing(): void {
  // A row without a waiting card has no next one.
}
