import { type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { isInbox } from '../../shared/workspace/workspace-link.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useView } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { waitingLine } from '../state/composer/waiting-words.ts';
import { ActivityMark } from '../ui/activity-mark.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { focusNeighbour } from './list-focus.ts';
import { RenameField, RowMenu } from './rename-field.tsx';
import { shortPath } from './short-path.ts';

/** Handlers for a control that opens a chat: read it ahead once the person points at it, focuses or presses it. */
function useChatPreload(id: WorkspaceId) {
  const { preloadChat } = useParley();
  return {
    onPointerEnter: () => preloadChat(id, false),
    onFocus: () => preloadChat(id, false),
    onPointerDown: () => preloadChat(id, true),
  };
}

type WorkspaceRowProps = {
  workspace: Workspace;
  open: boolean;
  /** The same for all rows and each time, so that only the rows that change are rendered again. */
  onOpen(id: WorkspaceId): void;
};

const rowLook =
  'relative rounded-control transition-colors duration-(--t-fast) hover:bg-hover ' +
  'has-aria-[current=page]:bg-selected forced-colors:has-aria-[current=page]:outline ' +
  'forced-colors:has-aria-[current=page]:-outline-offset-1';

export const WorkspaceRow = memo(function WorkspaceRow({ workspace, open, onOpen }: WorkspaceRowProps) {
  const { view, rename, remove } = useParley();
  const { id, name, folder } = workspace;
  const renaming = useView((state) => state.renaming === id);
  const row = useRef<HTMLButtonElement>(null);
  const near = useChatPreload(id);

  function onRemove(): void {
    if (row.current !== null) focusNeighbour(row.current);
    remove(id);
  }

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'F2') view.setState({ renaming: id });
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
        title={visibleText(folder, 'line')}
        {...near}
        onClick={() => onOpen(id)}
        onKeyDown={onKeyDown}
        className={
          'flex w-full min-w-0 items-center gap-3 rounded-control px-3 py-row text-start ' +
          'focus-visible:-outline-offset-2 pointer-coarse:pe-13'
        }
      >
        <RowFace workspace={workspace} />
      </button>
      <span className="absolute inset-e-1 top-1/2 -translate-y-1/2 opacity-0 transition-opacity duration-(--t-fast) focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <RowMenu workspace={workspace} open={open} onRemove={onRemove} />
      </span>
    </li>
  );
});

/** The button of the menu takes the place of a mark while the row is pointed at; on touch there is room for both. */
const underMenu =
  'transition-opacity duration-(--t-fast) group-hover:opacity-0 pointer-coarse:opacity-100 ' +
  'group-has-[[aria-haspopup]:is(:focus-visible,[aria-expanded=true])]:opacity-0';

function RowFace({ workspace }: { workspace: Workspace }) {
  const { name, waiting, unread } = workspace;
  const marked = unread && waiting === 0;
  return (
    <>
      <span
        className={`min-w-0 flex-1 ${marked || waiting > 0 ? '' : 'group-focus-within:pe-7 group-hover:pe-7 pointer-coarse:pe-0'}`}
      >
        <span className={`block truncate ${marked ? 'font-bold' : 'font-medium'}`}>
          <VisibleText text={name} layout="line" />
        </span>
        <span className="block truncate text-small text-secondary">{stateLine(workspace)}</span>
      </span>
      {marked && (
        <span
          title="Something new"
          className={`size-2 shrink-0 rounded-round bg-ink forced-color-adjust-none ${underMenu}`}
        >
          <span className="sr-only">Unread</span>
        </span>
      )}
      {waiting > 0 && (
        <span
          title={`Waits for you. Go to the next that waits: ${shortcut('next-waiting')?.text}`}
          className={
            'min-w-5 rounded-round bg-accent px-1.5 text-center text-small font-semibold text-on-accent ' +
            `tabular-nums forced-color-adjust-none ${underMenu}`
          }
        >
          {waiting}
        </span>
      )}
    </>
  );
}

function stateLine(workspace: Workspace): ReactNode {
  const { waiting, turn, folder, firstMessage } = workspace;
  if (waiting > 0)
    return (
      <span className="font-medium text-accent-ink">
        <VisibleText text={waitingLine(workspace)} layout="line" />
      </span>
    );
  switch (turn.status) {
    case 'idle':
      return firstMessage === '' ? (
        <span dir="ltr">{isInbox(workspace.id) ? 'Questions from elsewhere' : shortPath(folder)}</span>
      ) : (
        <span dir="auto">{firstMessage}</span>
      );
    case 'working':
      return (
        <span className="inline-flex items-center gap-1.5">
          <ActivityMark /> Working…
        </span>
      );
    case 'interrupted':
      return 'Stopped';
    case 'failed':
      return <span className="text-danger">Stopped by a problem</span>;
  }
}
