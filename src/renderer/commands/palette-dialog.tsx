import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { FoundLines, MessagePosition } from '../../shared/transcript/message-page.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { inListOrder } from '../state/app-projection.ts';
import type { Parley } from '../state/parley.ts';
import { closeDialog } from '../state/view-store.ts';
import { useModal } from '../ui/dialog.tsx';
import { ListOption } from '../ui/list-option.tsx';
import { type Listbox, type ListboxOption, useListbox } from '../ui/use-listbox.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { createCommandActions } from './command-actions.ts';
import type { paletteEntries, PaletteEntry } from './palette-entries.ts';

/** Finds every command and chat by a few letters, and messages by their words. The field is there at once. */
export function PaletteDialog() {
  const parley = useParley();
  const { view, openFromList } = parley;
  const workspaces = useParleyState(({ app }) => app?.workspaces);
  const actions = useMemo(() => createCommandActions(parley), [parley]);
  const [sought, setSought] = useState('');
  const modal = useModal(() => closeDialog(view, 'palette'));

  const chats = usePlacesKept(workspaces ?? []);
  const lines = useFoundLines(sought);
  const find = useEntries();
  const entries = find === null ? [] : find(chats, actions.isAvailable, sought, lines);
  const listbox = useListbox({
    options: entries.map(({ key }) => key),
    query: sought,
    start: 'first',
    choose: (index) => run(entries[index]),
  });

  function run(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    closeDialog(view, 'palette');
    switch (entry.kind) {
      case 'workspace':
        return openFromList(entry.workspace.id);
      case 'command':
        return actions.run(entry.command);
      case 'line':
        return showLine(parley, entry.workspace.id, entry.line.place, sought);
    }
  }

  const [isEntered, setEntered] = useState(false);
  const runFirst = useEffectEvent(() => run(entries[0]));
  useEffect(() => {
    if (isEntered && find !== null) runFirst();
  }, [isEntered, find]);

  function onKeyDown(event: KeyboardEvent): void {
    if (find === null && event.key === 'Enter') setEntered(true);
    listbox.onKeyDown(event);
  }

  return (
    <dialog
      {...modal}
      aria-label="Search"
      className={
        'mx-auto mt-[min(16vh,120px)] mb-auto w-[min(36rem,calc(100vw-24px))] overflow-hidden rounded-card border ' +
        'border-hairline bg-raised p-0 text-ink shadow-menu appear backdrop:bg-veil'
      }
    >
      <SearchField {...{ listbox, sought, onKeyDown }} onType={setSought} />
      <PaletteResults {...{ entries, listbox }} isLoaded={find !== null} />
    </dialog>
  );
}

/** Opens a found line in its chat, with the words marked and the chat's own search open. */
function showLine(
  { view, openWorkspace }: Parley,
  workspaceId: WorkspaceId,
  place: MessagePosition,
  text: string,
): void {
  openWorkspace(workspaceId);
  view.setState({
    requestedPlace: { workspaceId, ...place },
    finding: { workspaceId, text, times: 1 },
    found: place,
    caretRequested: false,
  });
}

/** Returns the chats in the order they had when the dialog opened, so that nothing moves while one types. */
function usePlacesKept(workspaces: readonly Workspace[]): Workspace[] {
  const [order] = useState(() => inListOrder(workspaces).map(({ id }) => id));
  const placeOf = new Map(order.map((id, index) => [id, index]));
  return workspaces.toSorted(
    (one, other) => (placeOf.get(one.id) ?? order.length) - (placeOf.get(other.id) ?? order.length),
  );
}

/** The search for entries, loaded behind the field; null until then. */
function useEntries(): typeof paletteEntries | null {
  const [find, setFind] = useState<{ entries: typeof paletteEntries } | null>(null);
  useEffect(() => {
    let active = true;
    void import('./palette-entries.ts').then(
      (loaded) => active && setFind({ entries: loaded.paletteEntries }),
    );
    return () => {
      active = false;
    };
  }, []);
  return find?.entries ?? null;
}

type SearchFieldProps = {
  listbox: Listbox;
  sought: string;
  onType(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
};

function SearchField({ listbox, sought, onType, onKeyDown }: SearchFieldProps) {
  return (
    <input
      {...listbox.combobox}
      aria-label="Search"
      autoFocus
      autoComplete="off"
      spellCheck={false}
      placeholder="Search chats, messages and commands"
      value={sought}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
      className="block min-h-12 w-full border-b border-hairline bg-transparent px-4 outline-none"
    />
  );
}

type PaletteResultsProps = { entries: readonly PaletteEntry[]; listbox: Listbox; isLoaded: boolean };

function PaletteResults({ entries, listbox, isLoaded }: PaletteResultsProps) {
  return (
    <>
      <div
        {...listbox.list}
        aria-label="Found"
        className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5 empty:hidden"
      >
        {entries.map((entry, index) => (
          <PaletteOption key={entry.key} option={listbox.option(index)} entry={entry} />
        ))}
      </div>
      <p role="status" className="px-4 py-3 text-secondary empty:hidden">
        {isLoaded && entries.length === 0 && 'Nothing found.'}
      </p>
    </>
  );
}

type PaletteOptionProps = { option: ListboxOption; entry: PaletteEntry };

function PaletteOption({ option, entry }: PaletteOptionProps) {
  const keys = entry.command === undefined ? undefined : shortcut(entry.command);
  return (
    <ListOption option={option} className="gap-3">
      <EntryText entry={entry} />
      {keys !== undefined && (
        <kbd className="ms-auto shrink-0 ps-2 font-sans text-small text-secondary">{keys.text}</kbd>
      )}
    </ListOption>
  );
}

function EntryText({ entry }: { entry: PaletteEntry }) {
  switch (entry.kind) {
    case 'command':
      return <span className="min-w-0 truncate">{entry.words}</span>;
    case 'workspace': {
      const { waiting, folder } = entry.workspace;
      return (
        <>
          <span className="max-w-[60%] shrink-0 truncate font-medium">
            <VisibleText text={entry.words} layout="line" />
          </span>
          {waiting > 0 ? (
            <span className="min-w-0 truncate text-small font-medium text-accent-ink">Needs you</span>
          ) : (
            <span dir="auto" className="min-w-0 truncate text-small text-secondary">
              <VisibleText text={folder} layout="line" />
            </span>
          )}
        </>
      );
    }
    case 'line':
      return (
        <>
          <span className="max-w-[40%] shrink-0 truncate text-second">
            <VisibleText text={entry.words} layout="line" />
          </span>
          <span dir="auto" className="min-w-0 truncate text-small text-secondary">
            <VisibleText text={entry.line.line} layout="line" />
          </span>
        </>
      );
  }
}

/** In milliseconds. */
const typingPause = 120;

/** The lines of messages with these words; empty while they are searched for, or where that failed. */
function useFoundLines(sought: string): FoundLines['lines'] {
  const { companion } = useParley();
  const [found, setFound] = useState<{ sought: string; lines: FoundLines['lines'] } | null>(null);
  useEffect(() => {
    if (sought.trim().length < 2) return;
    const over = new AbortController();
    const look = () =>
      companion.client.app.findLines({ text: sought }, { signal: over.signal }).then(
        ({ lines }) => !over.signal.aborted && setFound({ sought, lines }),
        () => undefined,
      );
    const timer = setTimeout(() => void look(), typingPause);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [companion, sought]);
  return found?.sought === sought ? found.lines : [];
}
