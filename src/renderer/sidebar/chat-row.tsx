import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState, useView } from '../parley-context.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { type ChatSection, ChatRowFace } from './chat-row-face.tsx';
import { focusNeighbour } from './list-focus.ts';
import { RenameField } from './rename-field.tsx';

/** Handlers for a control that opens a chat: they read it ahead once it is pointed at, focused or pressed. */
function useChatPreload(id: WorkspaceId) {
  const { preloadChat } = useParley();
  return {
    onPointerEnter: () => preloadChat(id, false),
    onFocus: () => preloadChat(id, false),
    onPointerDown: () => preloadChat(id, true),
  };
}

type ChatRowsProps = { chats: readonly Workspace[]; section: ChatSection; children?: ReactNode };

export function ChatRows({ chats, section, children }: ChatRowsProps) {
  const openId = useParleyState((state) => state.openId);
  return (
    <ul>
      {chats.map((chat) => (
        <ChatRow key={chat.id} chat={chat} open={chat.id === openId} section={section} />
      ))}
      {children}
    </ul>
  );
}

type ChatRowProps = { chat: Workspace; open: boolean; section: ChatSection };

const rowLook =
  'relative rounded-control transition-colors duration-(--t-fast) hover:bg-hover has-aria-expanded:bg-hover ' +
  'has-aria-[current=page]:not-in-data-elsewhere:bg-selected forced-colors:has-aria-[current=page]:outline ' +
  'forced-colors:has-aria-[current=page]:-outline-offset-1';

const buttonLook =
  'grid w-full grid-cols-[16px_minmax(0,1fr)_auto] content-center items-center gap-x-2.5 rounded-control px-2.5 ' +
  'text-start text-second focus-visible:-outline-offset-4 pointer-coarse:pe-13';

const ChatRow = memo(function ChatRow({ chat, open, section }: ChatRowProps) {
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
        data-list-row={id}
        aria-current={open ? 'page' : undefined}
        {...near}
        onClick={() => openFromList(id)}
        onKeyDown={onKeyDown}
        className={`${buttonLook} ${chat.waiting > 0 ? 'min-h-(--row-of-two)' : 'hit'}`}
      >
        <ChatRowFace chat={chat} section={section} />
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
