import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { MessagePlace } from '../../shared/transcript/found-places.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import type { Parley } from '../state/parley.ts';
import { closeDialog } from '../state/view-store.ts';
import { type Listbox, useListbox } from '../ui/use-listbox.ts';
import { useModal } from '../ui/dialog.tsx';
import { inListOrder } from '../state/app-projection.ts';
import { createCommandActions } from './command-actions.ts';
import type { PaletteEntry, paletteEntries } from './palette-entries.ts';
import { PaletteResults } from './palette-results.tsx';
import { useFoundLines } from './use-found-lines.ts';

/** Every command and every chat, found by a few letters, and every message, found by its words. The field is there at once. */
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

/** Shows a place with the words marked there, and the search in its chat that leads on from it. */
function showLine(
  { view, openWorkspace }: Parley,
  workspaceId: WorkspaceId,
  place: MessagePlace,
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

/** The chats in the order they had when the dialog opened: it does not change under the fingers. */
function usePlacesKept(workspaces: readonly Workspace[]): Workspace[] {
  const [order] = useState(() => inListOrder(workspaces).map(({ id }) => id));
  const placeOf = new Map(order.map((id, index) => [id, index]));
  return workspaces.toSorted(
    (one, other) => (placeOf.get(one.id) ?? order.length) - (placeOf.get(other.id) ?? order.length),
  );
}

/** The search for entries, which is loaded behind the field; null until then. */
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
