import { memo, Suspense } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { TurnChanges } from '../../../shared/transcript/turn-changes.ts';
import { AgentActions } from '../message/agent-actions.tsx';
import { type Day, dayName } from './days.ts';
import { RowBoundary } from './row-boundary.tsx';
import { StreamingMarkdown } from '../answer/streaming-markdown.tsx';
import { SuppliedCall } from '../tools/supplied-call.tsx';
import { RefusedCard, ToolCalls } from '../tools/tool-calls.tsx';
import { ToolCard } from '../tools/tool-part.tsx';
import type { TranscriptRow } from './transcript-row.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { UserMessageRow } from '../message/user-message.tsx';
import { Reasoning } from './reasoning.tsx';
import { speakerOf } from './row-speaker.ts';

const SummaryRow = lazyPart(async () => (await import('../message/summary-row.tsx')).SummaryRow);

const RequestNotes = lazyPart(async () => (await import('../message/request-notes.tsx')).RequestNotes);

const TurnChangesLine = lazyPart(
  async () => (await import('../message/turn-changes-line.tsx')).TurnChangesLine,
);

/** A turn whose previews were all undone one by one has nothing to say. */
function isShownLine({ files, unseen, undo }: TurnChanges): boolean {
  return files.length > 0 || unseen.length > 0 || undo !== null;
}

/** `writing` while the agent is at it, `last` when it is what the agent said last, and can be said anew. */
export type TurnEnd = 'none' | 'writing' | 'earlier' | 'last';

type RowProps = {
  row: TranscriptRow;
  workspaceId: WorkspaceId;
  /** Given where another day begins. */
  today: Day | null;
  /** True while the agent is writing this very row. */
  growing: boolean;
  /** True if the last find ended here. */
  found: boolean;
  turnEnd: TurnEnd;
  hasText: boolean;
  /** Number of the row's card among those of the same name. */
  nth: number;
  cardIndex: number | null;
  cardCount: number;
  onNextCard(toolCallId: string): void;
};

/** Keeps the room of the line of actions, which comes when everything is said. */
const actionsPlace = 'pb-turn pointer-coarse:pb-11';

export const Row = memo(function Row(props: RowProps) {
  const { row, today, found, turnEnd } = props;
  return (
    <div data-row={row.key} data-found={found || undefined} className="group/row">
      <RowBoundary row={row}>
        {today !== null && <DayLine at={row.createdAt} today={today} />}
        <div
          className={`column ${spaceAbove(row)} ${turnEnd === 'writing' ? actionsPlace : ''}`}
          data-card={row.type === 'card' || undefined}
        >
          {row.first && row.type !== 'user' && <h2 className="sr-only">{speakerOf(row)}</h2>}
          <RowContent {...props} />
          {row.speaker === 'agent' && <EndOfTurn {...props} />}
          {row.speaker === 'outside' && <div className="h-turn pointer-coarse:h-11" />}
        </div>
      </RowBoundary>
    </div>
  );
});

/** Between parts, the density's space; between turns lies the line of actions. */
const spaceAbove = ({ first }: TranscriptRow) => (first ? '' : 'pt-part');

function EndOfTurn({ row, workspaceId, turnEnd, hasText }: RowProps) {
  switch (turnEnd) {
    case 'none':
    case 'writing':
      return null;
    case 'earlier':
    case 'last':
      return (
        <>
          {row.changes !== undefined && isShownLine(row.changes) && (
            <Suspense fallback={<div className="h-8" />}>
              <TurnChangesLine {...{ workspaceId }} messageId={row.messageId} changes={row.changes} />
            </Suspense>
          )}
          <AgentActions {...{ workspaceId, row, hasText }} canTryAgain={turnEnd === 'last'} />
        </>
      );
  }
}

function RowContent({ row, workspaceId, growing, nth, cardIndex, cardCount, onNextCard }: RowProps) {
  switch (row.type) {
    case 'user':
      return <UserMessageRow workspaceId={workspaceId} message={row.message} />;
    case 'text':
      return <StreamingMarkdown text={row.text} growing={growing} />;
    case 'reasoning':
      return <Reasoning id={row.key} text={row.text} span={row.span} growing={growing} />;
    case 'tools':
      return <ToolCalls id={row.key} calls={row.calls} />;
    case 'supplied':
      return <SuppliedCall id={row.key} toolCallId={row.toolCallId} ask={row.ask} />;
    case 'refused':
      return <RefusedCard id={row.key} calls={row.calls} />;
    case 'summary':
      return (
        <Suspense fallback={<div className="h-8" />}>
          <SummaryRow {...{ workspaceId, row }} part={row.part} />
        </Suspense>
      );
    case 'notes':
      return (
        <Suspense fallback={<div className="h-6" />}>
          <RequestNotes notes={row.notes} />
        </Suspense>
      );
    case 'card':
      return (
        <ToolCard
          id={row.key}
          workspaceId={workspaceId}
          part={row.part}
          nth={nth}
          position={cardIndex === null ? null : { index: cardIndex, of: cardCount }}
          onNext={() => onNextCard(row.part.toolCallId)}
        />
      );
  }
}

/** Line above the first row of another day. */
function DayLine({ at, today }: { at: number; today: Day }) {
  return (
    <p className="py-3 text-center text-small font-medium text-secondary select-none">
      <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayName(at, today)}</time>
    </p>
  );
}
