import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { Announcer } from './announcer.tsx';
import { JumpToLatest } from './jump-to-latest.tsx';
import { RowList } from './row-list.tsx';
import { createRowMaker } from './transcript-rows.ts';
import { TurnProblem } from './turn-problem.tsx';
import { useNewSince } from './use-new-since.ts';
import { usePinnedScroll } from './use-pinned-scroll.ts';

type ConversationProps = { workspace: Workspace; transcript: Transcript; grewAt: 'start' | 'end' };

/** How near to the first loaded message the person comes before earlier ones are fetched, in pixels. */
const fetchAhead = 1_200;

/** How long a page that was just loaded may take to find its place, in milliseconds. */
const settlingTime = 100;

/** The chat as a log. It is silent while text streams; the announcer speaks at the end. */
export function Conversation({ workspace, transcript, grewAt }: ConversationProps) {
  const { id, turn, waiting } = workspace;
  const { loadEarlier, resume } = useParley();
  const scroller = useRef<HTMLDivElement>(null);
  const [makeRows] = useState(createRowMaker);
  const rows = useMemo(() => makeRows(transcript.messages), [makeRows, transcript.messages]);
  const { pinned, toEnd } = usePinnedScroll(scroller);
  const newCount = useNewSince(pinned, transcript.messages);
  const working = turn.status === 'working' && waiting === 0;

  function fetchWhenNear(): void {
    if (transcript.hasEarlier && (scroller.current?.scrollTop ?? 0) < fetchAhead) void loadEarlier(id);
  }
  const firstId = transcript.messages[0]?.id;
  const fetchSoon = useEffectEvent(fetchWhenNear);
  useEffect(() => {
    if (firstId === undefined) return;
    const timer = setTimeout(fetchSoon, settlingTime);
    return () => clearTimeout(timer);
  }, [firstId]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        aria-busy={working}
        tabIndex={0}
        className="conversation gutters h-full overflow-y-auto outline-offset-[-2px]"
        onScroll={fetchWhenNear}
      >
        <RowList rows={rows} workspaceId={id} scroller={scroller} grewAt={grewAt} working={working} />
        <div className="pb-6">
          <TurnProblem turn={turn} onResume={() => resume(id)} />
        </div>
      </div>
      {!pinned && <JumpToLatest newCount={newCount} onJump={toEnd} />}
      <Announcer transcript={transcript} working={working} />
    </div>
  );
}
