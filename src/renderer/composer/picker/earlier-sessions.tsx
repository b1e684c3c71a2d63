import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ListedSessions } from '../../../shared/providers/external-agent.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { AfterDelay } from '../../ui/after-delay.tsx';
import { Button } from '../../ui/button.tsx';
import { dayOrAgo } from '../../ui/day-or-ago.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type Session = ListedSessions['sessions'][number];

type EarlierSessionsProps = { workspace: Workspace; onBack(): void; onDone(): void };

/** The sessions that an external agent keeps of a chat's folder; one press opens one as a chat. */
export function EarlierSessions({ workspace, onBack, onDone }: EarlierSessionsProps) {
  const { openSession } = useParley();
  const { listed, more, again } = useSessions(workspace);
  const [problem, setProblem] = useState<string | null>(null);
  const isOpening = useRef(false);

  async function open(session: Session): Promise<void> {
    if (isOpening.current) return;
    isOpening.current = true;
    const found = await openSession(workspace.id, session);
    isOpening.current = false;
    setProblem(found);
    if (found === null) onDone();
  }

  const name = visibleText(workspace.agent.name, 'line');
  const shown = problem ?? listed?.problem ?? null;
  return (
    <section aria-label={`Earlier sessions of ${name}`} className="flex min-h-60 flex-col overflow-hidden">
      <div className="flex items-center gap-1 border-b border-hairline px-1.5 py-1.5">
        <IconButton label="Back" icon={<ArrowLeft aria-hidden />} autoFocus onClick={onBack} />
        <h2 className="min-w-0 truncate font-medium">Earlier sessions of {name}</h2>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-1">
        {listed !== null && <SessionList sessions={listed.sessions} onOpen={(one) => void open(one)} />}
        {listed?.next && (
          <Button look="quiet" onClick={more}>
            Show more
          </Button>
        )}
        {shown !== null && (
          <div className="flex flex-col items-start gap-2 px-2.5 py-2">
            <ProblemLine>{shown}</ProblemLine>
            {problem === null && <Button onClick={again}>Try again</Button>}
          </div>
        )}
        <p role="status" className="px-2.5 py-2 text-second text-secondary empty:hidden">
          {listed === null && <AfterDelay>Asking {name}…</AfterDelay>}
          {listed?.problem === null && listed.sessions.length === 0 && noneOf(listed, name)}
        </p>
      </div>
    </section>
  );
}

function noneOf({ can }: ListedSessions, name: string): string {
  return can
    ? `${name} has no earlier sessions in this folder.`
    : `${name} can’t list or replay its earlier sessions, so none can be opened here.`;
}

type SessionListProps = { sessions: readonly Session[]; onOpen(session: Session): void };

function SessionList({ sessions, onOpen }: SessionListProps) {
  const [now] = useState(Date.now);
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.sessionId}>
          <button
            type="button"
            onClick={() => onOpen(session)}
            className="hit flex w-full items-center gap-3 rounded-small px-2.5 py-1 text-start hover:bg-hover"
          >
            <span className="min-w-0 flex-1 truncate">
              {session.title === null ? (
                'Without a title'
              ) : (
                <VisibleText text={session.title} layout="line" />
              )}
            </span>
            <span className="shrink-0 text-small text-tertiary tabular-nums">
              {[session.chat !== null && 'In a chat', session.at !== null && dayOrAgo(session.at, now)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const unreachable = 'The sessions could not be loaded. Check that Parley is running.';

/** Loads the sessions page by page; null until the first page is there. */
function useSessions({ id: workspaceId }: Workspace) {
  const { companion } = useParley();
  const { readAgentSessions } = companion.client.workspace;
  const [listed, setListed] = useState<ListedSessions | null>(null);
  /** The cursor of the requested page; `time` grows with each request for the same one. */
  const [asked, setAsked] = useState<{ after: string | null; time: number }>({ after: null, time: 0 });
  useEffect(() => {
    const over = new AbortController();
    const { after } = asked;
    const take = (page: ListedSessions) => {
      if (over.signal.aborted) return;
      setListed((before) => joined(after === null ? [] : (before?.sessions ?? []), page));
    };
    readAgentSessions({ workspaceId, after }, { signal: over.signal }).then(take, () =>
      take({ sessions: [], next: null, can: true, problem: unreachable }),
    );
    return () => over.abort();
  }, [readAgentSessions, workspaceId, asked]);
  const ask = (after: string | null) => setAsked(({ time }) => ({ after, time: time + 1 }));
  return {
    listed,
    more: () => ask(listed?.next ?? null),
    again() {
      if (asked.after === null) setListed(null);
      ask(asked.after);
    },
  };
}

/** Appends a page; a session that is there already is left out. */
function joined(before: readonly Session[], page: ListedSessions): ListedSessions {
  const all = new Map([...before, ...page.sessions].map((session) => [session.sessionId, session]));
  return { ...page, sessions: [...all.values()] };
}
