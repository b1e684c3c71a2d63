import { Search } from 'lucide-react';
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { MessagePosition } from '../../shared/transcript/message-page.ts';
import { useParley } from '../parley-context.tsx';
import type { Parley } from '../state/parley.ts';
import { closeDialog, openPage } from '../state/view-store.ts';
import { useModal } from '../ui/dialog.tsx';
import { type Listbox, useListbox } from '../ui/use-listbox.ts';
import { type CommandActions, createCommandActions } from './command-actions.ts';
import type { PaletteEntry } from './palette-entries.ts';
import type { PaletteResults } from './palette-results.tsx';
import type { PaletteFound, PaletteSearch } from './palette-search.ts';

/** What is searched and how it is shown, which loads behind the field. */
type PaletteCode = { PaletteResults: typeof PaletteResults; PaletteSearch: typeof PaletteSearch };

async function loadCode(): Promise<PaletteCode> {
  const [results, search] = await Promise.all([
    import('./palette-results.tsx'),
    import('./palette-search.ts'),
  ]);
  return { ...results, ...search };
}

/** Finds every action, chat, model and setting by a few letters, messages and decisions by their words. The field is there at once. */
export function PaletteDialog() {
  const parley = useParley();
  const { view } = parley;
  const actions = useMemo(() => createCommandActions(parley), [parley]);
  const [sought, setSought] = useState('');
  const modal = useModal(() => closeDialog(view, 'palette'));
  const found = usePaletteSearch(parley, actions, sought);
  const entries = found?.groups.flatMap((group) => group.entries) ?? [];
  const listbox = useListbox({
    options: entries.map(({ key }) => key),
    query: sought,
    start: 'first',
    choose: (index) => run(entries[index]),
  });

  function run(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    // A theme is seen behind the dialog, so one may try another.
    if (entry.kind !== 'theme') closeDialog(view, 'palette');
    runEntry(parley, actions, entry, sought);
  }

  // What is typed before the search is loaded is sought right after that.
  const isLoaded = found?.sought === sought;
  const [isEntered, setEntered] = useState(false);
  const runFirst = useEffectEvent(() => run(entries[0]));
  useEffect(() => {
    if (isEntered && isLoaded) runFirst();
  }, [isEntered, isLoaded]);

  function onKeyDown(event: KeyboardEvent): void {
    if (!isLoaded && event.key === 'Enter') setEntered(true);
    listbox.onKeyDown(event);
  }

  return (
    <dialog
      {...modal}
      aria-label="Search"
      className={
        'mx-auto mt-[min(10vh,48px)] mb-auto w-[min(41.25rem,calc(100vw-24px))] overflow-hidden rounded-card border ' +
        'border-hairline bg-raised p-0 text-ink shadow-menu appear backdrop:bg-veil'
      }
    >
      <SearchField {...{ listbox, sought, onKeyDown }} onType={setSought} />
      {found === null ? null : <found.Results groups={found.groups} listbox={listbox} />}
    </dialog>
  );
}

function runEntry(parley: Parley, actions: CommandActions, entry: PaletteEntry, sought: string): void {
  const { view, store } = parley;
  switch (entry.kind) {
    case 'workspace':
      return parley.openFromList(entry.workspace.id);
    case 'command':
      return actions.run(entry.command);
    case 'agent': {
      const { openId } = store.getState();
      if (openId !== null) parley.setAgent(openId, entry.agent);
      return;
    }
    case 'theme':
      void parley
        .saveSettings({ theme: entry.theme })
        .then((listProblem) => listProblem !== null && view.setState({ listProblem }));
      return;
    case 'setting':
      return openPage(view, { name: 'settings', part: entry.part, setting: entry.name });
    case 'decision': {
      const { workspace, toolCallId } = entry.entry;
      const isThere = store.getState().app?.workspaces.some(({ id }) => id === workspace.id);
      if (isThere && toolCallId !== null) parley.showCard(workspace.id, toolCallId);
      else openPage(view, { name: 'decisions' });
      return;
    }
    case 'line':
      return showLine(parley, entry.workspace.id, entry.line.place, sought);
  }
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

type Found = PaletteFound & { Results: PaletteCode['PaletteResults'] };

const nothing: PaletteFound = { sought: '', groups: [] };

/** Searches while the dialog is open; null until that is loaded. */
function usePaletteSearch(parley: Parley, actions: CommandActions, sought: string): Found | null {
  const [loaded, setLoaded] = useState<{ search: PaletteSearch; Results: Found['Results'] } | null>(null);
  useEffect(() => {
    let search: PaletteSearch | undefined;
    let active = true;
    void loadCode().then(({ PaletteSearch: Search, PaletteResults: Results }) => {
      if (!active) return;
      search = new Search(parley, actions);
      setLoaded({ search, Results });
    });
    return () => {
      active = false;
      search?.end();
    };
  }, [parley, actions]);
  const search = loaded?.search;
  useEffect(() => search?.seek(sought), [search, sought]);
  const found = useSyncExternalStore(search?.subscribe ?? never, search?.found ?? none);
  return loaded && { ...found, Results: loaded.Results };
}

const never = () => () => undefined;

const none = () => nothing;

type SearchFieldProps = {
  listbox: Listbox;
  sought: string;
  onType(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
};

function SearchField({ listbox, sought, onType, onKeyDown }: SearchFieldProps) {
  return (
    <div className="flex min-h-13 items-center gap-3 border-b border-hairline px-4.5">
      <Search aria-hidden className="size-4.5 shrink-0 text-secondary" />
      <input
        {...listbox.combobox}
        aria-label="Search"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder="Search chats, actions and settings"
        value={sought}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        className="block min-h-13 w-full min-w-0 bg-transparent outline-none"
      />
    </div>
  );
}
