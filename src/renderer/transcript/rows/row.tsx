import { Gauge } from 'lucide-react';
import { Component, memo, type ReactNode } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { isAgents } from '../../../shared/previews/preview-kind.ts';
import { outsideFolder } from '../../../shared/transcript/outside-call.ts';
import type { PartSpan, ToolPart, TurnChanges } from '../../../shared/transcript/transcript.ts';
import { isInbox } from '../../../shared/workspace/workspace-link.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { lazyPart, LostPart } from '../../ui/lazy-part.ts';
import { shortPath } from '../../ui/short-path.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { StreamingMarkdown } from '../answer/streaming-markdown.tsx';
import { UserMessageRow } from '../message/user-message.tsx';
import { DisclosureLine } from '../tools/disclosure-line.tsx';
import { limitText } from '../tools/limit-text.ts';
import { durationText, timeTaken } from '../tools/time-taken.ts';
import { RefusedCard, ToolCalls } from '../tools/tool-call.tsx';
import { ToolCard } from '../tools/tool-part.tsx';
import { type Day, dayName } from './days.ts';
import type { TranscriptRow } from './transcript-rows.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const SummaryRow = lazyPart(async () => (await import('../message/summary-row.tsx')).SummaryRow);

const CompactionRow = lazyPart(async () => (await import('../message/compaction-row.tsx')).CompactionRow);

const RequestNotes = lazyPart(async () => (await import('../message/request-notes.tsx')).RequestNotes);

const SubagentCall = lazyPart(async () => (await import('../tools/subagent-call.tsx')).SubagentCall);

const AgentActions = lazyPart(async () => (await import('../message/agent-actions.tsx')).AgentActions);

const SuppliedCall = lazyPart(async () => (await import('../tools/supplied-call.tsx')).SuppliedCall);

const TurnChangesRow = lazyPart(async () => (await import('../message/turn-changes.tsx')).TurnChangesRow);

/** False for a turn whose previews were all undone one by one. */
function isShownLine({ files, unseen, undo }: TurnChanges): boolean {
  return files.length > 0 || unseen.length > 0 || undo !== null;
}

/**
 * `writing` while the agent writes, `waiting` for a card that waits with another's after it; `last` for its newest
 * answer, which can be generated again.
 */
export type TurnEnd = 'none' | 'writing' | 'waiting' | 'earlier' | 'last';

type RowProps = {
  row: TranscriptRow;
  workspaceId: WorkspaceId;
  /** Given where another day begins. */
  today: Day | null;
  /** True while the agent is writing this very row. */
  growing: boolean;
  /** True if the last search ended here. */
  found: boolean;
  /** True for the row that the person was just led to. */
  landed: boolean;
  turnEnd: TurnEnd;
  hasText: boolean;
  /** How long the agent worked on its turn, in milliseconds; null where that is not known. */
  worked: number | null;
  /** The number of the row's card among those of the same name. */
  nth: number;
  cardIndex: number | null;
  cardCount: number;
  onNextCard(toolCallId: string): void;
};

/** Reserves the room of the actions, which come when everything is said. */
const actionsPlace = 'pb-turn pointer-coarse:pb-11';

const actionsRoom = 'h-turn pointer-coarse:h-11';

export const Row = memo(function Row(props: RowProps) {
  const { row, today, found, landed, turnEnd } = props;
  return (
    <div data-row={row.key} data-found={found || undefined} className="group/row">
      <RowBoundary row={row}>
        {today !== null && <DayLine at={row.createdAt} today={today} />}
        <div
          className={`column ${spaceAbove(row)} ${turnEnd === 'writing' ? actionsPlace : ''}`}
          data-card={row.type === 'card' || undefined}
        >
          {row.first && row.type !== 'user' && <h2 className="sr-only">{speakerOf(row)}</h2>}
          {row.speaker === 'outside' && <AskerFolder {...props} />}
          <Landing landed={landed}>
            <RowContent {...props} />
          </Landing>
          {row.speaker === 'agent' && <EndOfTurn {...props} />}
          {row.speaker === 'outside' && <div className={actionsRoom} />}
        </div>
      </RowBoundary>
    </div>
  );
});

/** Marks its row for a moment, in which nothing moves. */
function Landing({ landed, children }: { landed: boolean; children: ReactNode }) {
  const { view } = useParley();
  return (
    <div
      className={landed ? 'landed' : undefined}
      onAnimationEnd={({ target, currentTarget }) => {
        if (target === currentTarget) view.setState({ landed: null });
      }}
    >
      {children}
    </div>
  );
}

/** Between turns lies the line of actions instead. */
const spaceAbove = ({ first }: TranscriptRow) => (first ? '' : 'pt-part');

function EndOfTurn({ row, workspaceId, turnEnd, hasText, worked }: RowProps) {
  switch (turnEnd) {
    case 'none':
    case 'writing':
      return null;
    case 'waiting':
      return <div className={actionsRoom} />;
    case 'earlier':
    case 'last':
      return (
        <>
          {row.changes !== undefined && isShownLine(row.changes) && (
            <PartBoundary fallback={<div className="h-8" />}>
              <TurnChangesRow {...{ workspaceId }} messageId={row.messageId} changes={row.changes} />
            </PartBoundary>
          )}
          <PartBoundary fallback={<div className={actionsRoom} />}>
            <AgentActions {...{ workspaceId, row, hasText, worked }} canTryAgain={turnEnd === 'last'} />
          </PartBoundary>
        </>
      );
  }
}

/** A row whose code comes with the first one of its kind. */
function Later({ children }: { children: ReactNode }) {
  return <PartBoundary fallback={<div className="h-8" />}>{children}</PartBoundary>;
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
      return (
        <Later>
          <SuppliedCall id={row.key} toolCallId={row.toolCallId} ask={row.ask} />
        </Later>
      );
    case 'refused':
      return <RefusedCard id={row.key} calls={row.calls} />;
    case 'summary':
      return (
        <Later>
          <SummaryRow {...{ workspaceId, row }} part={row.part} />
        </Later>
      );
    case 'compaction':
      return (
        <Later>
          <CompactionRow id={row.key} {...{ workspaceId }} part={row.part} />
        </Later>
      );
    case 'subagent':
      return (
        <Later>
          <SubagentCall id={row.key} part={row.part} inner={row.inner} />
        </Later>
      );
    case 'limit':
      return <LimitLine text={limitText(row.part)} />;
    case 'notes':
      return (
        <Later>
          <RequestNotes notes={row.notes} />
        </Later>
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

/** Says that an agent ran into a limit. */
function LimitLine({ text }: { text: string }) {
  return (
    <p className="flex gap-2 text-second text-secondary">
      <Gauge aria-hidden className="mt-0.75 size-3.75 shrink-0 text-tertiary" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}

function DayLine({ at, today }: { at: number; today: Day }) {
  return (
    <p className="py-3 text-center text-small font-medium text-secondary select-none">
      <time dateTime={new Date(at).toISOString().slice(0, 10)}>{dayName(at, today)}</time>
    </p>
  );
}

function speakerOf(row: TranscriptRow): string {
  if (row.speaker !== 'outside') return 'Agent';
  if (row.type === 'supplied') return row.ask.asker;
  if (row.type !== 'card') return 'Asker';
  const isOwn = row.part.kind === 'preview' && row.part.action && !isAgents(row.part.action.preview);
  return isOwn ? 'You' : (askerOf(row.part) ?? 'Asker');
}

/** Says where an asker works whose card stands in the Inbox; other chats stand under their folder. */
function AskerFolder({ row, workspaceId }: RowProps) {
  const folder = row.type === 'card' ? outsideFolder(row.part.input) : undefined;
  if (folder === undefined || !isInbox(workspaceId)) return null;
  return (
    <p dir="ltr" title={visibleText(folder, 'line')} className="cut-off pb-1.5 text-small text-secondary">
      In <VisibleText text={shortPath(folder)} layout="line" />
    </p>
  );
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

type ReasoningProps = { id: string; text: string; span: PartSpan | undefined; growing: boolean };

/** The agent's reasoning, folded at first. */
function Reasoning({ id, text, span, growing }: ReasoningProps) {
  return (
    <DisclosureLine id={id} text={thoughtText(span, growing)}>
      {() => (
        <div className="text-secondary">
          <StreamingMarkdown text={text} growing={growing} />
        </div>
      )}
    </DisclosureLine>
  );
}

function thoughtText(span: PartSpan | undefined, growing: boolean): string {
  if (span === undefined) return growing ? 'Thinking…' : 'Thought about it';
  const time = durationText(timeTaken([span]));
  return time === null ? 'Thought for a moment' : `Thought for ${time}`;
}

type RowBoundaryProps = { row: TranscriptRow; children: ReactNode };
type RowBoundaryState = { error: unknown; of: TranscriptRow | null };

/**
 * A row that fails to render becomes one line, and the rest of the chat stays; it is tried again when it changes.
 */
class RowBoundary extends Component<RowBoundaryProps, RowBoundaryState> {
  override state: RowBoundaryState = { error: null, of: null };

  static getDerivedStateFromError(error: unknown): Partial<RowBoundaryState> {
    return { error: error ?? new Error('Nothing was thrown') };
  }

  static getDerivedStateFromProps(
    { row }: RowBoundaryProps,
    { of }: RowBoundaryState,
  ): RowBoundaryState | null {
    return row === of ? null : { error: null, of: row };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof LostPart) return <LostRow />;
    return (
      <p className="column flex min-h-8 items-center gap-1 pt-4 text-second text-secondary">
        This message could not be shown
        <CopyButton label="Copy details" text={() => detailsOf(error, this.props.row)} />
      </p>
    );
  }
}

/** With a reload as the way out, since an answer may be waited for. */
function LostRow() {
  return (
    <p
      role="alert"
      className="column flex min-h-8 flex-wrap items-center gap-2 pt-4 text-second text-secondary"
    >
      Something here could not be loaded. Nothing is lost.
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </p>
  );
}

/** For a bug report; contains nothing that was said. */
function detailsOf(error: unknown, { key, type }: TranscriptRow): string {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Row ${key} (${type})\n${told}`;
}
