import { GitBranch, Pin, TriangleAlert } from 'lucide-react';
import { use } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WaitingCall, Workspace } from '../../shared/workspace/workspace.ts';
import { askerName, waitingLine, waitingText, waitsWith } from '../state/composer/waiting-text.ts';
import { AgentMark, markOfAsker } from '../ui/agent-mark.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ListTime } from './list-time.ts';
import { listedAt, timeAgo } from './time-ago.ts';

/** The section in which a row stands. */
export type ChatSection = 'needs-you' | 'pinned' | 'folder' | 'archived';

/** The menu's button replaces the time while the row is pointed at; on touch there is room for both. */
const underMenu =
  'group-hover:opacity-0 pointer-coarse:opacity-100 ' +
  'group-has-[[aria-haspopup]:is(:focus-visible,[aria-expanded=true])]:opacity-0';

export function ChatRowFace({ chat, section }: { chat: Workspace; section: ChatSection }) {
  const { name, waiting, unread } = chat;
  const isWaiting = waiting > 0;
  const look = isWaiting || unread ? 'font-medium' : 'text-secondary';
  return (
    <>
      <Mark chat={chat} section={section} />
      <span className={`cut-off ${look}`} title={visibleText(name, 'line')}>
        <VisibleText text={name} layout="line" />
      </span>
      <span className="flex items-center gap-2">
        {chat.worktree?.state === 'made' && (
          <GitBranch
            aria-label="In its own worktree"
            role="img"
            className="size-3.5 shrink-0 text-tertiary"
          />
        )}
        <Ago at={listedAt(chat)} />
      </span>
      {chat.firstWaiting !== null && <WaitingLine chat={chat} first={chat.firstWaiting} />}
    </>
  );
}

/** What has waited longest. The mark says for the chat's own agent that it is the one who asks. */
function WaitingLine({ chat, first }: { chat: Workspace; first: WaitingCall }) {
  const { agent, waiting } = chat;
  const asker = askerName(first, agent);
  const isMarked = first.askedBy === 'agent' && asker === agent.name;
  const words = waitingText(chat);
  return (
    <>
      <span
        title={visibleText(`${waitingLine(chat)} · ${words}`, 'line')}
        className={`col-start-2 flex min-w-0 items-center gap-1.5 text-small text-secondary ${waiting > 1 ? '' : 'col-end-4 group-hover:me-7 pointer-coarse:me-0'}`}
      >
        <AgentMark of={markOfAsker(first.askedBy, agent.id)} size={12} />
        <span className={`cut-off ${isMarked ? 'first-letter:uppercase' : ''}`}>
          <span className={isMarked ? 'sr-only' : undefined}>
            <VisibleText text={asker} layout="line" />{' '}
          </span>
          {waitsWith(first)}
          <span className="text-tertiary">
            {' · '}
            <VisibleText text={words} layout="line" />
          </span>
        </span>
      </span>
      {waiting > 1 && (
        <span className={`justify-self-end text-small font-medium text-accent-ink tabular-nums ${underMenu}`}>
          {waiting}
        </span>
      )}
    </>
  );
}

function Ago({ at }: { at: number }) {
  const now = use(ListTime);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      className={`text-small text-tertiary tabular-nums ${underMenu}`}
    >
      {timeAgo(at, now)}
    </time>
  );
}

/** One mark a row, in a column of its own, so that titles never shift. */
function Mark({ chat: { turn, unread, waiting }, section }: { chat: Workspace; section: ChatSection }) {
  if (waiting > 0)
    return (
      <span
        aria-hidden
        className="size-2 justify-self-center rounded-round bg-accent-mark forced-color-adjust-none"
      />
    );
  if (turn.status === 'working')
    return (
      <span
        title="Working"
        className="activity-ring size-3 justify-self-center rounded-round border-2 border-edge"
      >
        <span className="sr-only">Working…</span>
      </span>
    );
  if (turn.status === 'failed')
    return (
      <span title="Stopped by a problem" className="justify-self-center text-danger">
        <TriangleAlert aria-hidden className="size-3.5" />
        <span className="sr-only">Failed</span>
      </span>
    );
  if (unread)
    return (
      <span
        title="Something new"
        className="size-1.5 justify-self-center rounded-round bg-secondary forced-color-adjust-none"
      >
        <span className="sr-only">Unread</span>
      </span>
    );
  return section === 'pinned' ? (
    <Pin aria-hidden className="size-3.5 justify-self-center text-secondary" />
  ) : (
    <span />
  );
}
