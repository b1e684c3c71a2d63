import {
  ChevronRight,
  Clipboard,
  Ellipsis,
  Eye,
  EyeOff,
  Folder,
  FolderOpen,
  Inbox,
  SquarePen,
} from 'lucide-react';
import { memo, useId, useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { type FolderGroup as Group, hasSameChats } from '../state/chat-sections.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ChatRows } from './chat-row.tsx';

const shownAtFirst = 8;

type FolderGroupProps = { group: Group; name: string; isHidden?: boolean };

/** Compares by content: the groups are made anew with every change of any chat. */
function isSame(one: FolderGroupProps, other: FolderGroupProps): boolean {
  return one.name === other.name && one.isHidden === other.isHidden && hasSameChats(one.group, other.group);
}

/** A folder with its chats; the Inbox is one without a path. */
export const FolderGroup = memo(function FolderGroup({
  group: { folder, chats },
  name,
  isHidden = false,
}: FolderGroupProps) {
  const listId = useId();
  const folded = useParleyState(({ app }) => app?.settings.foldedFolders.includes(folder ?? '') ?? false);
  const openId = useParleyState((state) => state.openId);
  const [shown, setShown] = useState(shownAtFirst);
  const openAt = chats.findIndex(({ id }) => id === openId);
  const count = Math.max(shown, openAt + 1);
  return (
    <section
      aria-label={visibleText(name, 'line')}
      data-folded={folded || undefined}
      // By a sibling selector, so that a group is not rendered again when another one moves.
      className="mt-4 [[data-folded]+&]:data-folded:mt-1"
    >
      <GroupHead {...{ folder, name, isHidden, folded, listId }} chat={chats[0]?.id} />
      <div id={listId} hidden={folded}>
        {!folded && (
          <ChatRows chats={chats.slice(0, count)} section="folder">
            {chats.length > count && (
              <ShowMore name={name} onClick={() => setShown(count + 4 * shownAtFirst)} />
            )}
          </ChatRows>
        )}
      </div>
    </section>
  );
}, isSame);

type GroupHeadProps = {
  folder: string | null;
  name: string;
  isHidden: boolean;
  folded: boolean;
  listId: string;
  chat: WorkspaceId | undefined;
};

/** Memoised apart from the chats, whose changes leave it alone. */
const GroupHead = memo(function GroupHead(props: GroupHeadProps) {
  const { folder, name, isHidden, folded, listId, chat } = props;
  const { setFolded } = useParley();
  const FolderIcon = folder === null ? Inbox : folded ? Folder : FolderOpen;
  return (
    <h2 className="group relative rounded-control text-small font-medium text-secondary hover:bg-hover">
      <button
        type="button"
        aria-expanded={!folded}
        aria-controls={listId}
        title={folder === null ? undefined : visibleText(folder, 'line')}
        onClick={() => setFolded(folder ?? '', !folded)}
        className={
          'flex min-h-7 w-full items-center gap-2.5 rounded-control px-2.5 text-start focus-visible:-outline-offset-4 ' +
          'pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'
        }
      >
        <FolderIcon aria-hidden />
        <span className="min-w-0 cut-off group-hover:me-6">
          <VisibleText text={name} layout="line" />
        </span>
        {folded && <ChevronRight aria-hidden className="ms-auto me-1 size-3.5! group-hover:opacity-0" />}
      </button>
      <span className="absolute inset-e-1 top-1/2 -translate-y-1/2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        {folder !== null && <FolderMenu {...{ folder, name, isHidden, chat }} />}
      </span>
    </h2>
  );
});

function ShowMore({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <li>
      <button
        type="button"
        aria-label={`Show more chats in ${visibleText(name, 'line')}`}
        onClick={onClick}
        className="hit flex w-full items-center rounded-control ps-9 pe-2.5 text-second text-tertiary hover:bg-hover hover:text-ink focus-visible:-outline-offset-4"
      >
        Show more
      </button>
    </li>
  );
}

type FolderMenuProps = {
  folder: string;
  name: string;
  isHidden: boolean;
  chat: WorkspaceId | undefined;
};

function FolderMenu({ folder, name, isHidden, chat }: FolderMenuProps) {
  const { newChatIn, setFolderHidden, copyPath, openFolder } = useParley();
  return (
    <Menu label={`Actions for the folder ${visibleText(name, 'line')}`} icon={<Ellipsis aria-hidden />}>
      <MenuItem icon={<SquarePen aria-hidden />} onChoose={() => newChatIn(folder)}>
        New chat here
      </MenuItem>
      {chat === undefined ? null : (
        <MenuItem icon={<FolderOpen aria-hidden />} onChoose={() => openFolder(chat)}>
          Open folder
        </MenuItem>
      )}
      <MenuItem icon={<Clipboard aria-hidden />} onChoose={() => copyPath(folder)}>
        Copy path
      </MenuItem>
      <MenuItem
        icon={isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
        onChoose={() => setFolderHidden(folder, !isHidden)}
      >
        {isHidden ? 'Show again' : 'Hide'}
      </MenuItem>
    </Menu>
  );
}
