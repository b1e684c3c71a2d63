import { Archive, ArchiveRestore, Ellipsis, Link, MessageSquarePlus, Pencil, Trash2 } from 'lucide-react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { hostKind } from '../host.ts';
import { shortcut } from '../shortcut.ts';

type RowMenuProps = { workspace: Workspace; open: boolean; onRemove(): void };

/** Menu of one workspace of the list. */
export function RowMenu({ workspace, open, onRemove }: RowMenuProps) {
  const { view, newChatBeside, setArchived, copyLink } = useParley();
  const { id, name, archived } = workspace;
  return (
    <Menu label={`Actions for ${name}`} icon={<Ellipsis aria-hidden />}>
      <MenuItem
        icon={<MessageSquarePlus aria-hidden />}
        keys={open ? shortcut('new-chat') : undefined}
        onChoose={() => newChatBeside(id)}
      >
        New chat on this folder
      </MenuItem>
      <MenuItem
        icon={<Pencil aria-hidden />}
        keys={{ text: 'F2', aria: 'F2' }}
        onChoose={() => view.setState({ renaming: id })}
      >
        Rename
      </MenuItem>
      <MenuItem icon={<Link aria-hidden />} onChoose={() => copyLink(id, hostKind)}>
        Copy link
      </MenuItem>
      <MenuItem
        icon={archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        onChoose={() => setArchived(id, !archived)}
      >
        {archived ? 'Move back to the list' : 'Archive'}
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden />} keys={{ text: 'Del', aria: 'Delete' }} onChoose={onRemove}>
        Remove
      </MenuItem>
    </Menu>
  );
}
