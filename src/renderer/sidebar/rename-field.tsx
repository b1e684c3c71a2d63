import { Archive, ArchiveRestore, Ellipsis, Link, MessageSquarePlus, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { longestName } from '../../shared/workspace/longest-name.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { hostKind } from '../host.ts';
import { useParley } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';

type RenameFieldProps = { name: string; onSave(name: string): void; onLeave(): void };

/** A workspace's name while it is being changed: Enter or leaving the field saves it, Escape does not. */
export function RenameField({ name, onSave, onLeave }: RenameFieldProps) {
  const [text, setText] = useState(name);
  const [refused, setRefused] = useState(false);
  const problemId = useId();
  const trimmed = text.trim();

  function save(): void {
    if (trimmed !== '' && trimmed !== name) onSave(trimmed);
    onLeave();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (trimmed === '') setRefused(true);
      else save();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onLeave();
    }
  }

  return (
    <div className="flex min-h-13.5 flex-col justify-center px-1 py-1">
      <input
        aria-label={`New name of ${name}`}
        autoFocus
        value={text}
        maxLength={longestName}
        autoComplete="off"
        aria-invalid={refused && trimmed === ''}
        aria-describedby={refused && trimmed === '' ? problemId : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={save}
        className="hit w-full rounded-control border border-edge bg-raised px-2 font-medium aria-invalid:border-danger"
      />
      {refused && trimmed === '' && (
        <div className="mt-1">
          <ProblemLine id={problemId}>A workspace needs a name.</ProblemLine>
        </div>
      )}
    </div>
  );
}

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
