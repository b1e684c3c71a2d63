import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { useModal } from '../ui/use-modal.ts';
import { createCommandActions, activeWorkspaces } from './command-actions.ts';
import { paletteEntries, type PaletteEntry } from './palette-entries.ts';
import { PaletteOption } from './palette-option.tsx';

/** Every command and every workspace, found by a few letters. */
export function PaletteDialog() {
  const parley = useParley();
  const { view, openWorkspace } = parley;
  const workspaces = useParleyState(({ app }) => app?.workspaces);
  const actions = useMemo(() => createCommandActions(parley), [parley]);
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState(0);
  const modal = useModal(() => closeDialog(view, 'palette'));
  const listId = useId();

  const entries = paletteEntries(activeWorkspaces(workspaces ?? []), actions.isAvailable, sought);
  const at = Math.min(chosen, entries.length - 1);

  function run(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    closeDialog(view, 'palette');
    if (entry.kind === 'workspace') openWorkspace(entry.workspace.id);
    else actions.run(entry.command);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) run(entries[at]);
    else setChosen((at + step + entries.length) % Math.max(1, entries.length));
  }

  return (
    <dialog
      {...modal}
      aria-label="Find a command"
      className={
        'mx-auto mt-[min(16vh,120px)] mb-auto w-[min(36rem,calc(100vw-24px))] overflow-hidden rounded-card border ' +
        'border-hairline bg-raised p-0 text-ink shadow-dialog appear backdrop:bg-veil'
      }
    >
      <SearchField
        {...{ listId, sought, onKeyDown }}
        optionId={at < 0 ? undefined : optionId(listId, at)}
        onType={(text) => {
          setSought(text);
          setChosen(0);
        }}
      />
      <Results {...{ entries, at, listId, run }} />
    </dialog>
  );
}

const optionId = (listId: string, index: number) => `${listId}-${index}`;

type SearchFieldProps = {
  listId: string;
  sought: string;
  optionId: string | undefined;
  onType(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
};

function SearchField({ listId, sought, optionId: active, onType, onKeyDown }: SearchFieldProps) {
  return (
    <input
      role="combobox"
      aria-label="Command or workspace"
      aria-expanded={active !== undefined}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active}
      autoFocus
      autoComplete="off"
      spellCheck={false}
      placeholder="Find a command or a workspace"
      value={sought}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
      className="block min-h-12 w-full border-b border-hairline bg-transparent px-4 outline-none"
    />
  );
}

type ResultsProps = {
  entries: readonly PaletteEntry[];
  at: number;
  listId: string;
  run(entry: PaletteEntry): void;
};

function Results({ entries, at, listId, run }: ResultsProps) {
  return (
    <>
      <div
        id={listId}
        role="listbox"
        aria-label="Commands and workspaces"
        className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5 empty:hidden"
      >
        {entries.map((entry, index) => (
          <PaletteOption
            key={entry.key}
            id={optionId(listId, index)}
            entry={entry}
            selected={index === at}
            onChoose={() => run(entry)}
          />
        ))}
      </div>
      <p role="status" className="px-4 py-3 text-secondary empty:hidden">
        {entries.length === 0 && 'Nothing has these letters.'}
      </p>
    </>
  );
}
