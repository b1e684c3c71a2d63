import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { plainText } from '../../shared/markdown/plain-text.ts';
import { waitingCalls } from '../../shared/transcript/waiting-calls.ts';
import type { Message, ToolPart, Transcript } from '../../shared/transcript/transcript.ts';
import type { TurnState } from '../../shared/workspace/turn-state.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { failureText } from '../connection/connection.ts';
import { useParley, useView } from '../parley-context.tsx';
import type { ReadyChat } from '../state/chat/chat-view.ts';
import { shownPage } from '../state/chat/loaded-chat.ts';
import { waitsItself } from '../state/composer/waiting-text.ts';
import { setChatLine } from '../state/parley-store.ts';
import { lazyCard } from '../ui/lazy-part.ts';
import { copyChat } from './copy/copy-chat.ts';
import { loadFindBar } from './find/load-find-bar.ts';
import { RowList } from './rows/row-list.tsx';
import { createRowMaker } from './rows/transcript-rows.ts';
import { useSelection } from './rows/use-selection.ts';
import { JumpPill } from './scroll/jump-pill.tsx';
import { useJumpActions, useRequestedRow, useScrollKeys } from './scroll/use-jump-actions.ts';
import { useNewSince, usePinnedScroll } from './scroll/use-pinned-scroll.ts';
import { PartBoundary } from '../ui/part-boundary.tsx';

const FindBar = lazyCard(loadFindBar);

const AfterGuide = lazyCard(async () => (await import('./after-guide.tsx')).AfterGuide);

const WorktreeLine = lazyCard(async () => (await import('./worktree-line.tsx')).WorktreeLine);

const TurnProblem = lazyCard(async () => (await import('./problem/turn-problem.tsx')).TurnProblem);

/** `isNew` if the chat was opened before anything was said in it. */
type MessageLogProps = { workspace: Workspace; chat: ReadyChat; isNew: boolean };

/** The chat as a `log`, silent while text streams; the announcer speaks at the end. */
export function MessageLog({ workspace, chat, isNew }: MessageLogProps) {
  const { id, turn } = workspace;
  const { transcript, past, place, grewAt } = chat;
  const { companion, store } = useParley();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [makeRows] = useState(createRowMaker);
  const shown = useMemo(() => shownPage({ transcript, past }), [transcript, past]);
  const rows = useMemo(() => makeRows(shown.messages), [makeRows, shown.messages]);
  const waiting = useWaiting(past?.messages ?? [], transcript.messages);
  const scroll = usePinnedScroll(scroller, waiting, shown.hasLater);
  const { toCard, jump } = useJumpActions({ id, rows, waiting, scroller, pinned: scroll });
  const newCount = useNewSince(scroll.pinned, transcript.messages, turn.status === 'failed');
  const selected = useSelection(scroller, () =>
    copyChat(companion, id).catch((error: unknown) => setChatLine(store, id, failureText(error))),
  );
  const working = turn.status === 'working' && !waitsItself(workspace);
  useScrollKeys(id, shown, scroller, scroll.toEnd);
  useRequestedRow({ id, place, rows, scroller, list, toEnd: scroll.toEnd, leaveEnd: scroll.leaveEnd });

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Finding id={id} scroller={scroller} newest={transcript.messages.at(-1)?.id ?? 0} />
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        aria-busy={working}
        tabIndex={0}
        className="conversation gutters min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
      >
        {!shown.hasEarlier && <Beginning workspace={workspace} />}
        <div className={`rows ${waiting.length > 0 ? 'pb-3' : ''}`}>
          <RowList
            key={place}
            {...{ shown, rows, waiting, scroller, list, grewAt, working, selected }}
            workspaceId={id}
            turn={turn.status}
            onNextCard={toCard}
          />
        </div>
        <div className="pb-2">
          {!shown.hasLater && (
            <TurnEnd workspaceId={id} turn={turn} hasGuideEnded={hasGuideEnded(workspace, transcript)} />
          )}
        </div>
      </div>
      {!scroll.pinned && (scroll.below || scroll.cardHidden) && (
        <JumpPill
          newCount={newCount}
          waiting={scroll.cardHidden ? waitingCount(waiting) : ''}
          onJump={jump}
          onScroll={(by) => scroller.current?.scrollBy({ top: by })}
        />
      )}
      <Announcer {...{ transcript, waiting, working, isNew }} />
    </div>
  );
}

/** What stands before the first message. */
function Beginning({ workspace: { id, worktree } }: { workspace: Workspace }) {
  if (worktree?.state !== 'made') return null;
  return (
    <PartBoundary>
      <WorktreeLine workspaceId={id} worktree={worktree} />
    </PartBoundary>
  );
}

type FindingProps = { id: WorkspaceId; scroller: RefObject<HTMLElement | null>; newest: number };

/** The search bar; mounted anew when it is opened with another text. */
function Finding({ id, scroller, newest }: FindingProps) {
  const finding = useView((view) => (view.finding?.workspaceId === id ? view.finding : null));
  if (finding === null) return null;
  const { text } = finding;
  return (
    <PartBoundary>
      <FindBar key={text} workspaceId={id} {...{ text, scroller, newest }} />
    </PartBoundary>
  );
}

/** Returns the calls whose cards wait, oldest first; the same array while they are the same. */
function useWaiting(...pages: readonly (readonly Message[])[]): readonly ToolPart[] {
  const [waiting, setWaiting] = useState<readonly ToolPart[]>([]);
  const now = pages.flatMap(waitingCalls);
  if (now.length === waiting.length && now.every((call, index) => call === waiting[index])) return waiting;
  setWaiting(now);
  return now;
}

/** Returns the label for waiting cards that are out of sight. */
function waitingCount({ length }: readonly ToolPart[]): string {
  return length === 1 ? 'Needs you' : `${length} need you`;
}

/** True where nothing but a message of the person would make the guide go on. */
function hasGuideEnded({ agent, turn }: Workspace, { messages }: Transcript): boolean {
  return agent.id === 'guide' && turn.status === 'idle' && messages.at(-1)?.role === 'agent';
}

type TurnEndProps = { workspaceId: WorkspaceId; turn: TurnState; hasGuideEnded: boolean };

/** Says why the agent is not going on: it stopped, failed, or waits to try again. After the guide come others. */
function TurnEnd({ workspaceId, turn, hasGuideEnded: isGuideDone }: TurnEndProps) {
  if (turn.status === 'working' && turn.retry === undefined) return null;
  if (turn.status === 'idle')
    return isGuideDone ? (
      <PartBoundary fallback={<div className="h-14" />}>
        <AfterGuide />
      </PartBoundary>
    ) : null;
  return (
    <PartBoundary fallback={null}>
      <TurnProblem workspaceId={workspaceId} turn={turn} />
    </PartBoundary>
  );
}

const longest = 600;

/** How much of an answer is taken before Markdown's marks and addresses are removed. */
const looked = 8 * longest;

/**
 * The end of a turn and its last words come by two feeds; announced once neither has changed for this long, in
 * milliseconds.
 */
const settlingTime = 400;

type AnnouncerProps = {
  transcript: Transcript;
  waiting: readonly ToolPart[];
  working: boolean;
  isNew: boolean;
};

/**
 * Announces to screen readers what the agent said and asks, once it has finished. What waits when a chat is
 * opened is not announced, unless the chat is new.
 */
function Announcer({ transcript, waiting, working, isNew }: AnnouncerProps) {
  const [said, setSaid] = useState('');
  const owed = useRef(false);
  const known = useRef(isNew ? [] : waiting);
  useEffect(() => {
    if (working) owed.current = true;
    const asked = waiting.find((call) =>
      known.current.every(({ toolCallId }) => toolCallId !== call.toolCallId),
    );
    if (working || (!owed.current && asked === undefined)) return;
    const timer = setTimeout(() => {
      setSaid(visibleText([owed.current ? lastText(transcript) : '', question(asked)].join(' ').trim()));
      owed.current = false;
      known.current = waiting;
    }, settlingTime);
    return () => clearTimeout(timer);
  }, [transcript, waiting, working]);
  return (
    <p aria-live="polite" className="sr-only">
      {working ? '' : said}
    </p>
  );
}

function lastText({ messages }: Transcript): string {
  const last = messages.findLast((message) => message.role !== 'user' || !message.queued);
  if (last?.role !== 'agent') return '';
  const said = last.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  const text = plainText(said.slice(0, looked));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function question(call: ToolPart | undefined): string {
  switch (call?.kind) {
    case undefined:
    case 'plain':
    case 'run':
      return '';
    case 'preview':
      return call.action === undefined ? '' : `Needs you: ${call.action.label}`;
    case 'question':
    case 'command': {
      const [first] = call.ask?.questions ?? [];
      return first === undefined ? '' : `${call.ask?.asker ?? ''} asks: ${plainText(first.prompt)}`;
    }
  }
}
