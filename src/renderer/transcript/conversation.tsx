import { useEffect, useMemo, useRef, useState } from 'react';
import type { ToolPart, Transcript } from '../../shared/transcript/transcript.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { waitsItself } from '../state/waiting-words.ts';
import { Announcer } from './announcer.tsx';
import { chatText } from './chat-text.ts';
import { JumpPill } from './scroll/jump-pill.tsx';
import { RowList } from './rows/row-list.tsx';
import { createRowMaker, waitingCards } from './rows/transcript-rows.ts';
import { TurnProblem } from './turn-problem.tsx';
import { useEarlierMessages } from './scroll/use-earlier-messages.ts';
import { useNewSince } from './scroll/use-new-since.ts';
import { useSelection } from './rows/use-selection.ts';
import { usePinnedScroll } from './scroll/use-pinned-scroll.ts';

type ConversationProps = { workspace: Workspace; transcript: Transcript; grewAt: 'start' | 'end' };

/** The chat as a log. It is silent while text streams; the announcer speaks at the end. */
export function Conversation({ workspace, transcript, grewAt }: ConversationProps) {
  const { id, turn } = workspace;
  const { resume, wantCaret } = useParley();
  const scroller = useRef<HTMLDivElement>(null);
  const [makeRows] = useState(createRowMaker);
  const rows = useMemo(() => makeRows(transcript.messages), [makeRows, transcript.messages]);
  const waiting = useMemo(() => waitingCards(rows), [rows]);
  const { pinned, cardHidden, toEnd, toCard } = usePinnedScroll(scroller, waiting);
  const newCount = useNewSince(pinned, transcript.messages, turn.status === 'failed');
  const onScroll = useEarlierMessages(id, transcript, scroller);
  const selected = useSelection(scroller, () => chatText(transcript.messages));
  const working = turn.status === 'working' && !waitsItself(workspace);
  const sending = useParleyState(({ composers }) => (composers[id]?.sending ?? null) !== null);

  useEffect(() => {
    if (sending) toEnd();
  }, [sending, toEnd]);

  function jump(): void {
    if (cardHidden) return toCard();
    toEnd();
    scroller.current?.focus({ preventScroll: true });
  }

  function goOn(): void {
    resume(id);
    wantCaret();
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        aria-busy={working}
        tabIndex={0}
        className="conversation gutters min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
        onScroll={onScroll}
      >
        <RowList
          {...{ rows, waiting, scroller, grewAt, working }}
          hasEarlier={transcript.hasEarlier}
          workspaceId={id}
          turn={turn.status}
          selected={selected}
          onNextCard={toCard}
        />
        <div className="pb-2">
          <TurnProblem turn={turn} onResume={goOn} />
        </div>
      </div>
      {!pinned && (
        <JumpPill newCount={newCount} waiting={cardHidden ? waitingCount(waiting) : ''} onJump={jump} />
      )}
      <Announcer transcript={transcript} waiting={waiting} working={working} />
    </div>
  );
}

/** How much waits: questions, previews, or both. */
function waitingCount(waiting: readonly ToolPart[]): string {
  const questions = waiting.reduce((count, { ask }) => count + (ask?.questions.length ?? 0), 0);
  const previews = waiting.filter(({ action }) => action !== undefined).length;
  const words = [
    questions === 0 ? null : `${questions} ${questions === 1 ? 'question' : 'questions'}`,
    previews === 0 ? null : `${previews} ${previews === 1 ? 'preview' : 'previews'}`,
  ].filter((part) => part !== null);
  return `${words.join(' and ')} ${questions + previews === 1 ? 'waits' : 'wait'}`;
}
