import { memo } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { AgentActions } from '../message/agent-actions.tsx';
import { dayName, type Day } from './days.ts';
import { RowBoundary } from './row-boundary.tsx';
import { StreamingMarkdown } from '../answer/streaming-markdown.tsx';
import { SuppliedCall } from '../tools/supplied-call.tsx';
import { ToolCalls } from '../tools/tool-calls.tsx';
import { RefusedCard, ToolCard } from '../tools/tool-part.tsx';
import type { TranscriptRow } from './transcript-rows.ts';
import { UserMessageRow } from '../message/user-message.tsx';
import { DisclosureLine } from '../tools/disclosure-line.tsx';

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

function speakerOf(row: TranscriptRow): string {
  if (row.speaker !== 'outside') return 'Agent';
  if (row.type === 'supplied') return row.ask.asker;
  return (row.type === 'card' && askerOf(row.part)) || 'Asker';
}

function askerOf(part: ToolPart): string | undefined {
  switch (part.kind) {
    case 'plain':
    case 'run':
      return undefined;
    case 'question':
    case 'command':
      return part.ask?.asker;
    case 'preview':
      return part.action?.asker;
  }
}

/** Rows that are a line with air of its own. */
const lines = new Set<TranscriptRow['type']>(['tools', 'reasoning', 'supplied']);

/** Between parts, the density's space, less above a line that has its own air; between turns lies the line of actions. */
function spaceAbove({ first, type }: TranscriptRow): string {
  if (first) return '';
  return lines.has(type) ? 'pt-1.5' : 'pt-part';
}

function EndOfTurn({ row, workspaceId, turnEnd, hasText }: RowProps) {
  switch (turnEnd) {
    case 'none':
    case 'writing':
      return null;
    case 'earlier':
    case 'last':
      return <AgentActions {...{ workspaceId, row, hasText }} canTryAgain={turnEnd === 'last'} />;
  }
}

function RowContent({ row, workspaceId, growing, cardIndex, cardCount, onNextCard }: RowProps) {
  switch (row.type) {
    case 'user':
      return <UserMessageRow workspaceId={workspaceId} message={row.message} />;
    case 'text':
      return <StreamingMarkdown text={row.text} growing={growing} />;
    case 'reasoning':
      return <Reasoning id={row.key} text={row.text} growing={growing} />;
    case 'tools':
      return <ToolCalls id={row.key} calls={row.calls} />;
    case 'supplied':
      return <SuppliedCall id={row.key} toolCallId={row.toolCallId} ask={row.ask} />;
    case 'refused':
      return <RefusedCard id={row.key} calls={row.calls} />;
    case 'card':
      return (
        <ToolCard
          id={row.key}
          workspaceId={workspaceId}
          part={row.part}
          position={cardIndex === null ? null : { index: cardIndex, of: cardCount }}
          onNext={() => onNextCard(row.part.toolCallId)}
        />
      );
  }
}

/** The agent's thoughts, folded until somebody opens them. */
function Reasoning({ id, text, growing }: { id: string; text: string; growing: boolean }) {
  return (
    <DisclosureLine id={id} text={growing ? 'Thinking…' : 'Thought about it'}>
      {() => (
        <div className="text-secondary">
          <StreamingMarkdown text={text} growing={growing} />
        </div>
      )}
    </DisclosureLine>
  );
}

/** Line above the first row of another day. */
function DayLine({ at, today }: { at: number; today: Day }) {
  return (
    <p className="py-3 text-center text-small font-medium text-secondary select-none">
      <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayName(at, today)}</time>
    </p>
  );
}
