import { Pin, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useRef, use } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState, useView } from '../parley-context.tsx';
import { waitingLine, waitingWords } from '../state/composer/waiting-words.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { focusNeighbour } from './list-focus.ts';
import { RenameField } from './rename-field.tsx';
import { ListTime } from './list-time.ts';
import { listedAt, timeAgo } from './time-ago.ts';

/** Handlers for a control that opens a chat: read it ahead once the person points at it, focuses or presses it. */
function useChatPreload(id: WorkspaceId) {
  const { preloadChat } = useParley();
  return {
    onPointerEnter: () => preloadChat(id, false),
    onFocus: () => preloadChat(id, false),
    onPointerDown: () => preloadChat(id, true),
  };
}

/** The section in which a row stands. */
export type ChatPlace = 'needs-you' | 'pinned' | 'folder' | 'archived';

type ChatRowsProps = { chats: readonly Workspace[]; place: ChatPlace; children?: ReactNode };

/** Rows of chats, and what comes after them. */
export function ChatRows({ chats, place, children }: ChatRowsProps) {
  const openId = useParleyState((state) => state.openId);
  return (
    <ul>
      {chats.map((chat) => (
        <ChatRow key={chat.id} chat={chat} open={chat.id === openId} place={place} />
      ))}
      {children}
    </ul>
  );
}

type ChatRowProps = { chat: Workspace; open: boolean; place: ChatPlace };

const rowLook =
  'relative rounded-control transition-colors duration-(--t-fast) hover:bg-hover ' +
  'has-aria-[current=page]:not-in-data-elsewhere:bg-selected forced-colors:has-aria-[current=page]:outline ' +
  'forced-colors:has-aria-[current=page]:-outline-offset-1';

const buttonLook =
  'grid w-full grid-cols-[16px_minmax(0,1fr)_auto] content-center items-center gap-x-2.5 rounded-control px-2.5 ' +
  'text-start text-second focus-visible:-outline-offset-4 pointer-coarse:pe-13';

const ChatRow = memo(function ChatRow({ chat, open, place }: ChatRowProps) {
  const { view, rename, remove, openFromList } = useParley();
  const { id, name } = chat;
  const renaming = useView((state) => state.renaming?.id === id && state.renaming.place === 'row');
  const row = useRef<HTMLButtonElement>(null);
  const near = useChatPreload(id);

  function onRemove(): void {
    if (row.current !== null) focusNeighbour(row.current);
    remove(id);
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'F2') view.setState({ renaming: { id, place: 'row' } });
    if (key === 'Delete') onRemove();
  }

  function leaveRename(): void {
    view.setState({ renaming: null });
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) row.current?.focus();
    });
  }

  if (renaming) {
    return (
      <li>
        <RenameField name={name} onSave={(next) => rename(id, next)} onLeave={leaveRename} />
      </li>
    );
  }
  return (
    <li className={`group ${rowLook}`}>
      <button
        ref={row}
        type="button"
        data-list-row
        aria-current={open ? 'page' : undefined}
        {...near}
        onClick={() => openFromList(id)}
        onKeyDown={onKeyDown}
        className={`${buttonLook} ${chat.waiting > 0 ? 'min-h-12' : 'hit'}`}
      >
        <RowFace chat={chat} place={place} />
      </button>
      <span className="absolute inset-e-1 top-1/2 -translate-y-1/2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <ChatMenu
          chat={chat}
          open={open}
          onRename={() => view.setState({ renaming: { id, place: 'row' } })}
          onRemove={onRemove}
        />
      </span>
    </li>
  );
});

/** The button of the menu takes the place of the time while the row is pointed at; on touch there is room for both. */
const underMenu =
  'group-hover:opacity-0 pointer-coarse:opacity-100 ' +
  'group-has-[[aria-haspopup]:is(:focus-visible,[aria-expanded=true])]:opacity-0';

function RowFace({ chat, place }: { chat: Workspace; place: ChatPlace }) {
  const { name, waiting, unread } = chat;
  const isWaiting = waiting > 0;
  const look = isWaiting || unread ? 'font-medium' : 'text-secondary';
  return (
    <>
      <Mark chat={chat} place={place} />
      <span className={`cut-off ${look}`} title={visibleText(name, 'line')}>
        <VisibleText text={name} layout="line" />
      </span>
      <Ago at={listedAt(chat)} />
      {isWaiting && <WaitingLine chat={chat} />}
    </>
  );
}

/** Who waits with what, the first words of it, and how many things wait where they are several. */
function WaitingLine({ chat }: { chat: Workspace }) {
  const { waiting } = chat;
  const [line, words] = [waitingLine(chat), waitingWords(chat)];
  return (
    <>
      <span
        title={visibleText(`${line} · ${words}`, 'line')}
        className={`cut-off col-start-2 text-small text-secondary ${waiting > 1 ? '' : 'col-end-4 group-hover:me-7 pointer-coarse:me-0'}`}
      >
        <VisibleText text={line} layout="line" />
        <span className="text-tertiary">
          {' · '}
          <VisibleText text={words} layout="line" />
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
function Mark({ chat: { turn, unread, waiting }, place }: { chat: Workspace; place: ChatPlace }) {
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
  return place === 'pinned' ? (
    <Pin aria-hidden className="size-3.5 justify-self-center text-secondary" />
  ) : (
    <span />
  );
}
