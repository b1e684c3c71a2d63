import { memo, type RefObject, useEffect, useMemo, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { MessageCount, MessagePage } from '../../../shared/transcript/message-page.ts';
import type { Message, ToolPart } from '../../../shared/transcript/transcript.ts';
import type { TurnState } from '../../../shared/workspace/turn-state.ts';
import { cardNumbers } from '../../cards/card-numbers.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { usePageLoading } from '../scroll/use-page-loading.ts';
import { type Day, dayOf, isOf, useToday } from './days.ts';
import { Row, type TurnEnd } from './row.tsx';
import { rowIndexAt, type TranscriptRow } from './transcript-rows.ts';
import { workedTime } from './worked-time.ts';
import { useFirstRows } from './use-first-rows.ts';
import { useRowsAround } from './use-rows-around.ts';
import type { SelectedRows } from './use-selection.ts';

/** Where a row stands among its neighbours. */
type RowPosition = {
  /** True if the row before is of another day. */
  startsDay: boolean;
  /** Whether its speaker's turn ends here, and whether that turn has text. */
  isTurnEnd: boolean;
  hasText: boolean;
  /** The index of the row with which its turn begins, as far as it is loaded. */
  turnFrom: number;
  /** The number of its card among the loaded ones of the same name. */
  nth: number;
};

/**
 * Returns where rows stand. Whether the first row begins a day is unknown while earlier rows are not loaded, and
 * whether the last ends a turn while later ones are not.
 */
export function rowPlaces(
  rows: readonly TranscriptRow[],
  { hasEarlier, hasLater }: Pick<MessagePage, 'hasEarlier' | 'hasLater'>,
): RowPosition[] {
  let day: Day | null = null;
  let hasText = false;
  let turnFrom = 0;
  const numbers = cardNumbers(rows.map((row) => (row.type === 'card' ? row.part : null)));
  return rows.map((row, index) => {
    const sameDay = day !== null && isOf(day, row.createdAt);
    const startsDay = !sameDay && !(index === 0 && hasEarlier);
    if (!sameDay) day = dayOf(row.createdAt);
    if (row.first) [hasText, turnFrom] = [false, index];
    hasText ||= row.type === 'text' || row.type === 'user';
    const isTurnEnd = row.type === 'user' || (rows[index + 1]?.first ?? !hasLater);
    return { startsDay, isTurnEnd, hasText, turnFrom, nth: numbers[index] ?? 1 };
  });
}

type RowListProps = {
  /** The part of the chat that the rows are of. */
  shown: MessagePage;
  rows: readonly TranscriptRow[];
  /** The waiting cards, oldest first; they stay mounted, so that one can scroll to them. */
  waiting: readonly ToolPart[];
  workspaceId: WorkspaceId;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  grewAt: 'start' | 'end';
  turn: TurnState['status'];
  /** True while the agent is writing the last row. */
  working: boolean;
  /** Rows of the person's selection, which stay mounted too. */
  selected: SelectedRows | null;
  onNextCard(after: string): void;
};

/** A windowed list: the rows on screen, those around them, and those the person uses or that wait. */
export const RowList = memo(function RowList(props: RowListProps) {
  const { shown, rows, waiting, workspaceId, scroller, list, grewAt, working, onNextCard } = props;
  const today = useToday();
  const places = useMemo(() => rowPlaces(rows, shown), [rows, shown]);
  const [found, landed] = [useRowAt(rows, 'found'), useRowAt(rows, 'landed')];
  const { kept, held } = useMountedRows(props);
  const { first, bufferSize, heights, usual } = useFirstRows(rows, !shown.hasLater);
  const { around, follow } = useRowsAround(list, rows, bufferSize);
  const positions = useMessagePositions(workspaceId, shown);
  const look = usePageLoading({ id: workspaceId, shown, rows, list, scroller, held });
  const lastRow = shown.hasLater ? -1 : rows.length - 1;

  return (
    <Virtualizer
      ref={list}
      scrollRef={scroller}
      shift={grewAt === 'start'}
      bufferSize={bufferSize}
      cache={heights}
      itemSize={usual}
      keepMounted={[...kept, ...first, ...around]}
      onScroll={() => {
        follow();
        look(false);
      }}
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
              found={index === found}
              landed={index === landed}
              turnEnd={turnEndOf(row, { ...props, place, isLast: index === lastRow })}
              hasText={place?.hasText ?? false}
              worked={place?.isTurnEnd ? turnTime(shown.messages, rows, place.turnFrom, index) : null}
              nth={place?.nth ?? 1}
              {...(card < 0 ? noCard : { cardIndex: card + 1, cardCount: waiting.length })}
              onNextCard={card < 0 ? nothing : onNextCard}
            />
          </div>
        );
      }}
    </Virtualizer>
  );
});

const noCard = { cardIndex: null, cardCount: 0 };

/** Returns the index of the row that a search has found, or that somebody has jumped to; -1 for none. */
function useRowAt(rows: readonly TranscriptRow[], what: 'found' | 'landed'): number {
  const position = useView((view) => view[what]);
  return useMemo(() => (position === null ? -1 : rowIndexAt(rows, position)), [rows, position]);
}

/**
 * Returns how long an agent worked on a turn, given the indexes of its first and last row. Null for another speaker's
 * turn, and where its begin is not loaded.
 */
function turnTime(
  messages: readonly Message[],
  rows: readonly TranscriptRow[],
  from: number,
  to: number,
): number | null {
  const [first, next] = [rows[from], rows[to + 1]];
  if (!first?.first || first.speaker !== 'agent') return null;
  const until = next?.messageId ?? Infinity;
  return workedTime(
    messages
      .filter(({ id }) => id >= first.messageId && id < until)
      .filter((message) => message.role === 'agent'),
  );
}

type TurnEndOptions = Pick<RowListProps, 'waiting' | 'turn' | 'working'> & {
  place: RowPosition | undefined;
  isLast: boolean;
};

function turnEndOf(row: TranscriptRow, { waiting, turn, working, place, isLast }: TurnEndOptions): TurnEnd {
  if (!place?.isTurnEnd) return 'none';
  if (isWaiting(row, waiting)) return isLast ? 'none' : 'waiting';
  if (!isLast || row.type === 'summary') return 'earlier';
  if (working) return 'writing';
  return turn === 'working' ? 'earlier' : 'last';
}

function nothing(): void {
  // A row without a waiting card has no next one.
}

/**
 * Returns the rows that stay mounted wherever the chat is scrolled: those in use, and all between both ends of
 * the selection, so that what is copied is whole and in order.
 */
export function mountedRows(
  rows: readonly TranscriptRow[],
  isAt: (row: TranscriptRow) => boolean,
  selected: SelectedRows | null,
): number[] {
  const ends = [selected?.anchor, selected?.focus]
    .map((key) => (key ? rows.findIndex((row) => row.key === key) : -1))
    .filter((index) => index >= 0);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return rows.flatMap((row, index) => (isAt(row) || (index >= first && index <= last) ? [index] : []));
}

type MountedRowsOptions = {
  rows: readonly TranscriptRow[];
  waiting: readonly ToolPart[];
  selected: SelectedRows | null;
  scroller: RefObject<HTMLElement | null>;
};

/**
 * Returns the indices of rows that stay mounted, and the messages that must stay loaded because the person uses
 * them. A waiting card stays mounted as long as it is loaded.
 */
function useMountedRows({ rows, waiting, selected, scroller }: MountedRowsOptions): {
  kept: number[];
  held: MessageId[];
} {
  const edited = useEditedRows();
  const focused = useFocusedRow(scroller);
  const shownFile = useView(
    ({ shownFile: image, pane }) => image ?? (pane?.type === 'file' ? pane.file.id : null),
  );
  return useMemo(() => {
    const isAt = (row: TranscriptRow) =>
      row.key === focused || edited.has(row.key) || hasFile(row, shownFile);
    const held = mountedRows(rows, isAt, selected);
    return {
      kept: mountedRows(rows, (row) => isAt(row) || isWaiting(row, waiting), selected),
      held: held.flatMap((index) => rows[index]?.messageId ?? []),
    };
  }, [rows, focused, waiting, edited, shownFile, selected]);
}

function isWaiting(row: TranscriptRow, waiting: readonly ToolPart[]): boolean {
  return row.type === 'card' && waiting.includes(row.part);
}

function hasFile(row: TranscriptRow, file: AttachmentId | null): boolean {
  return file !== null && row.type === 'user' && row.message.attachments.some(({ id }) => id === file);
}

/** Returns the keys of rows whose message is being edited. */
function useEditedRows(): ReadonlySet<string> {
  const open = useStore(useParley().edits, (edits) =>
    Object.entries(edits)
      .flatMap(([id, edit]) => (edit?.open ? [id] : []))
      .join(' '),
  );
  return useMemo(() => new Set(open.split(' ')), [open]);
}

/** Returns the key of the row that has the focus; it stays mounted, or the focus would be lost. */
function useFocusedRow(scroller: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const follow = (target: EventTarget | null) => setFocused(rowOf(target));
    const element = scroller.current;
    element?.addEventListener('focusin', ({ target }) => follow(target), over);
    element?.addEventListener('focusout', ({ relatedTarget }) => follow(relatedTarget), over);
    return () => over.abort();
  }, [scroller]);
  return focused;
}

function rowOf(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row?.dataset['row'] ?? null;
}

/** The delay before messages are counted, in milliseconds: visible content goes first. */
const afterShowing = 300;

/**
 * Returns the positions of loaded messages in the whole chat, for screen readers; null until they were counted.
 */
function useMessagePositions(id: WorkspaceId, shown: MessagePage): MessagePositions | null {
  const { companion } = useParley();
  const [counted, setCounted] = useState<CountedMessage | null>(null);
  const positions = useMemo(() => counted && messagePositions(shown, counted), [shown, counted]);
  const first = positions === null ? shown.messages.find(isInTranscript)?.id : undefined;
  useEffect(() => {
    if (first === undefined) return;
    const timer = setTimeout(() => {
      companion.client.workspace.countMessages({ workspaceId: id, before: first }).then(
        (count) => setCounted({ messageId: first, ...count }),
        // Without a count messages are still read in order.
        () => undefined,
      );
    }, afterShowing);
    return () => clearTimeout(timer);
  }, [companion, id, first]);
  return positions;
}

/** A message and how many stand before it. */
type CountedMessage = MessageCount & { messageId: MessageId };

/** Positions of loaded messages in the whole chat, counted from 1, and the number of all. */
type MessagePositions = { at: ReadonlyMap<MessageId, number>; of: number };

/** Returns the positions of messages, given one that was counted; null if that is not among them. */
export function messagePositions(
  { messages, hasLater }: Pick<MessagePage, 'messages' | 'hasLater'>,
  counted: CountedMessage,
): MessagePositions | null {
  const shown = messages.filter(isInTranscript);
  const index = shown.findIndex(({ id }) => id === counted.messageId);
  if (index < 0) return null;
  const before = counted.before - index;
  const last = before + shown.length;
  return {
    at: new Map(shown.map(({ id }, place) => [id, before + place + 1])),
    of: hasLater ? Math.max(counted.all, last) : last,
  };
}

/** A queued message stands above the composer instead. */
function isInTranscript(message: Message): boolean {
  return message.role !== 'user' || !message.queued;
}

/** Returns the ARIA attributes for the position of the message that begins with a row. */
function positionAttributes(
  positions: MessagePositions | null,
  rows: readonly TranscriptRow[],
  index: number,
) {
  const row = rows[index];
  if (row === undefined || rows[index - 1]?.messageId === row.messageId) return {};
  return {
    role: 'article',
    'aria-posinset': positions?.at.get(row.messageId),
    'aria-setsize': positions?.of,
  };
}
