import { useMemo, useState } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { closeDialog } from '../state/view-store.ts';
import { ListOption } from '../ui/list-option.tsx';
import { type Listbox, type ListboxOption, useListbox } from '../ui/use-listbox.ts';
import { useModal } from '../ui/dialog.tsx';
import { activeWorkspaces, createCommandActions } from './command-actions.ts';
import { paletteEntries, type PaletteEntry } from './palette-entries.ts';

type PaletteOptionProps = { option: ListboxOption; entry: PaletteEntry };

export function PaletteOption({ option, entry }: PaletteOptionProps) {
  const keys = entry.command === undefined ? undefined : shortcut(entry.command);
  return (
    <ListOption option={option} className="gap-3">
      <EntryWords entry={entry} />
      {keys !== undefined && (
        <kbd className="ms-auto shrink-0 ps-2 font-sans text-small text-secondary">{keys.text}</kbd>
      )}
    </ListOption>
  );
}

function EntryWords({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case 'command':
      return <span className="min-w-0 truncate">{entry.words}</span>;
    case 'workspace': {
      const { waiting, firstMessage, folder } = entry.workspace;
      return (
        <>
          <span className="max-w-[60%] shrink-0 truncate font-medium">{entry.words}</span>
          {waiting > 0 ? (
            <span className="min-w-0 truncate text-small font-medium text-accent-ink">Needs you</span>
          ) : (
            <span dir="auto" className="min-w-0 truncate text-small text-secondary">
              {firstMessage || folder}
            </span>
          )}
        </>
      );
    }
  }
}

/** Every command and every workspace, found by a few letters. */
export function PaletteDialog() {
  const parley = useParley();
  const { view, openWorkspace } = parley;
  const workspaces = useParleyState(({ app }) => app?.workspaces);
  const actions = useMemo(() => createCommandActions(parley), [parley]);
  const [sought, setSought] = useState('');
  const modal = useModal(() => closeDialog(view, 'palette'));

  const entries = paletteEntries(activeWorkspaces(workspaces ?? []), actions.isAvailable, sought);
  const listbox = useListbox({
    options: entries.map(({ key }) => key),
    query: sought,
    start: 'first',
    choose: (index) => run(entries[index]),
  });

  function run(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    closeDialog(view, 'palette');
    if (entry.kind === 'workspace') openWorkspace(entry.workspace.id);
    else actions.run(entry.command);
  }

  return (
    <dialog
      {...modal}
      aria-label="Find a command"
      className={
        'mx-auto mt-[min(16vh,120px)] mb-auto w-[min(36rem,calc(100vw-24px))] overflow-hidden rounded-card border ' +
        'border-hairline bg-raised p-0 text-ink shadow-menu appear backdrop:bg-veil'
      }
    >
      <SearchField {...{ listbox, sought }} onType={setSought} />
      <Results {...{ entries, listbox }} />
    </dialog>
  );
}

type SearchFieldProps = { listbox: Listbox; sought: string; onType(text: string): void };

function SearchField({ listbox, sought, onType }: SearchFieldProps) {
  return (
    <input
      {...listbox.combobox}
      aria-label="Command or workspace"
      autoFocus
      autoComplete="off"
      spellCheck={false}
      placeholder="Find a command or a workspace"
      value={sought}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={listbox.onKeyDown}
      className="block min-h-12 w-full border-b border-hairline bg-transparent px-4 outline-none"
    />
  );
}

type ResultsProps = { entries: readonly PaletteEntry[]; listbox: Listbox };

function Results({ entries, listbox }: ResultsProps) {
  return (
    <>
      <div
        {...listbox.list}
        aria-label="Commands and workspaces"
        className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5 empty:hidden"
      >
        {entries.map((entry, index) => (
          <PaletteOption key={entry.key} option={listbox.option(index)} entry={entry} />
        ))}
      </div>
      <p role="status" className="px-4 py-3 text-secondary empty:hidden">
        {entries.length === 0 && 'No command or chat has these letters.'}
      </p>
    </>
  );
}
