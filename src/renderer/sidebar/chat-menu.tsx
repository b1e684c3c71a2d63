import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  GitBranch,
  Link,
  Pencil,
  Pin,
  PinOff,
  SquarePen,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { hostKind } from '../host.ts';
import { useParley } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { canContinue } from '../state/app-projection.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';

type ChatMenuProps = {
  chat: Workspace;
  open: boolean;
  /** The accessible name; "Actions for" the chat by default. */
  label?: string;
  onRename(): void;
  onRemove(): void;
  /** Items before those of every chat. */
  children?: ReactNode;
};

export function ChatMenu({ chat, open, label, onRename, onRemove, children }: ChatMenuProps) {
  const { newChatIn, newChatFrom, setPinned, archive, unarchive, copyLink } = useParley();
  const { id, name, folder, archived, pinned } = chat;
  const continues = canContinue(chat);
  return (
    <Menu label={label ?? `Actions for ${visibleText(name, 'line')}`} icon={<Ellipsis aria-hidden />}>
      {children}
      <MenuItem
        icon={<SquarePen aria-hidden />}
        keys={open ? shortcut('new-chat') : undefined}
        onChoose={() => newChatIn(folder)}
      >
        New chat here
      </MenuItem>
      {continues && (
        <MenuItem icon={<GitBranch aria-hidden />} onChoose={() => newChatFrom(id)}>
          New chat in a worktree, from this one
        </MenuItem>
      )}
      <MenuItem icon={<Pencil aria-hidden />} keys={{ text: 'F2', aria: 'F2' }} onChoose={onRename}>
        Rename
      </MenuItem>
      <MenuItem
        icon={pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onChoose={() => setPinned(id, !pinned)}
      >
        {pinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem icon={<Link aria-hidden />} onChoose={() => copyLink(id, hostKind)}>
        Copy link
      </MenuItem>
      <MenuItem
        icon={archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        onChoose={() => (archived ? unarchive(id) : archive(id))}
      >
        {archived ? 'Move back to the list' : 'Archive'}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} keys={{ text: 'Del', aria: 'Delete' }} onChoose={onRemove}>
        Delete
      </MenuItem>
    </Menu>
  );
}
