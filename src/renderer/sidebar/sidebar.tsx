import {
  Archive,
  ChevronRight,
  EyeOff,
  FolderPlus,
  History,
  Inbox,
  PanelLeft,
  RotateCw,
  Search,
  Settings2,
  SquarePen,
} from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { CommandId } from '../../shared/commands/command.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState, useView } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { type ChatSections, chatSections, inPlacesOf } from '../state/chat-sections.ts';
import { drawColumns, openPage } from '../state/view-store.ts';
import { folderNames } from '../../shared/files/folder-name.ts';
import { waitingCount } from '../../shared/workspace/waiting-count.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ParleyMark } from '../ui/parley-mark.tsx';
import { ChatRows } from './chat-row.tsx';
import { FolderGroup } from './folder-group.tsx';
import { moveInList } from './list-focus.ts';
import { ListTime, useListTime } from './list-time.ts';
import { ListToasts } from './list-toasts.tsx';
import { listedAt } from './time-ago.ts';

const isMac = window.parleyHost?.platform === 'darwin';

export const Sidebar = memo(function Sidebar() {
  const { view, newChat } = useParley();
  const page = useView((state) => state.page?.name);
  return (
    <div data-elsewhere={page !== undefined || undefined} className="flex h-full flex-col bg-side">
      <div
        className={`drag-region flex h-12 shrink-0 items-center gap-2.25 pe-2 ${isMac ? 'ps-20' : 'ps-4.5'}`}
      >
        <ParleyMark className="h-4" />
        <span className="font-semibold">Parley</span>
        <IconButton
          label="Hide sidebar"
          className="ms-auto"
          icon={<PanelLeft aria-hidden />}
          onClick={() => {
            if (view.getState().drawer) view.setState({ drawer: false });
            else drawColumns(view, { sidebarShown: false });
          }}
        />
      </div>
      <div className="px-2">
        <Way icon={<SquarePen aria-hidden />} command="new-chat" onClick={newChat}>
          New chat
        </Way>
        <Way
          icon={<Search aria-hidden />}
          command="palette"
          onClick={() => view.setState({ dialog: 'palette', drawer: false })}
        >
          Search
        </Way>
      </div>
      <ChatList />
      <ListToasts />
      <div className="px-2">
        <UpdateOffer />
        <Way
          icon={<FolderPlus aria-hidden />}
          onClick={() => view.setState({ dialog: 'new-workspace', drawer: false })}
        >
          Open a folder
        </Way>
      </div>
      <div className="flex items-center gap-0.5 px-2 pb-2">
        <Way
          icon={<History aria-hidden />}
          current={page === 'decisions'}
          onClick={() => openPage(view, { name: 'decisions' })}
        >
          Decisions
        </Way>
        <IconButton
          label="Settings"
          icon={<Settings2 aria-hidden />}
          onClick={() => openPage(view, { name: 'settings', part: null })}
        />
      </div>
    </div>
  );
});

function UpdateOffer() {
  const update = useView((state) => state.update);
  return (
    update !== null && (
      <Way
        icon={<RotateCw aria-hidden className="text-accent!" />}
        onClick={() => window.parleyHost?.restart()}
      >
        Update ready: restart
      </Way>
    )
  );
}

type WayProps = {
  icon: ReactNode;
  command?: CommandId;
  /** True while what it leads to is shown. */
  current?: boolean;
  onClick(): void;
  children: string;
};

function Way({ icon, command, current = false, onClick, children }: WayProps) {
  const keys = command === undefined ? undefined : shortcut(command);
  return (
    <button
      type="button"
      aria-keyshortcuts={keys?.aria}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
      className={
        'hit flex w-full min-w-0 items-center gap-2.5 rounded-control px-2.5 text-second transition-colors ' +
        'duration-(--t-fast) hover:bg-hover active:bg-pressed aria-[current=page]:bg-selected focus-visible:-outline-offset-4 [&_svg]:size-4 [&_svg]:text-secondary'
      }
    >
      {icon}
      {children}
      {keys !== undefined && (
        <kbd aria-hidden className="ms-auto truncate font-sans text-small text-tertiary">
          {keys.text.replaceAll('+', ' ')}
        </kbd>
      )}
    </button>
  );
}

const noFolders = {};

function ChatList() {
  const chats = useParleyState(({ app }) => app?.workspaces);
  const hiddenFolders = useParleyState(({ app }) => app?.settings.hiddenFolders) ?? noFolders;
  const nav = useRef<HTMLElement>(null);
  const now = useListTime((chats ?? []).map(listedAt));
  const sections = useSteadyPlaces(chatSections(chats ?? [], hiddenFolders), nav);
  const { needsYou, pinned, groups, hidden, archived } = sections;
  const names = folderNames([...groups, ...hidden].flatMap(({ folder }) => folder ?? []));
  const nameOf = (folder: string | null) =>
    folder === null ? 'From elsewhere' : (names.get(folder) ?? folder);
  return (
    <ListTime value={now}>
      <nav
        ref={nav}
        aria-label="Chats"
        className="fade-below flex min-h-0 flex-1 flex-col overflow-y-auto px-2 pb-8"
        onKeyDown={moveInList}
      >
        <NeedsYou chats={needsYou} />
        {pinned.length > 0 && (
          <section aria-label="Pinned">
            <h2 className="mt-4 flex h-7 items-center px-2.5 text-small font-medium text-tertiary">Pinned</h2>
            <ChatRows chats={pinned} section="pinned" />
          </section>
        )}
        {groups.map((group) => (
          <FolderGroup key={group.folder} group={group} name={nameOf(group.folder)} />
        ))}
        {hidden.length > 0 && (
          <FoldedGroup label="Hidden folders" count={hidden.length}>
            {hidden.map((group) => (
              <FolderGroup key={group.folder} group={group} name={nameOf(group.folder)} isHidden />
            ))}
          </FoldedGroup>
        )}
        {archived.length > 0 && (
          <FoldedGroup label="Archived" icon={<Archive aria-hidden />} count={archived.length}>
            <ChatRows chats={archived} section="archived" />
          </FoldedGroup>
        )}
      </nav>
    </ListTime>
  );
}

/** Keeps the order of the chats while the person moves through the list by keys. */
function useSteadyPlaces(now: ChatSections, nav: RefObject<HTMLElement | null>): ChatSections {
  const [isSteady, setSteady] = useState(false);
  const [before, setBefore] = useState(now);
  useEffect(() => {
    const over = new AbortController();
    const look = () => {
      const focused = nav.current?.querySelector(':focus-visible') ?? null;
      setSteady(focused !== null);
    };
    const soon = () => requestAnimationFrame(look);
    nav.current?.addEventListener('focusin', soon, over);
    nav.current?.addEventListener('focusout', soon, over);
    return () => over.abort();
  }, [nav]);
  const shown = isSteady ? inPlacesOf(now, before) : now;
  // The next order is kept relative to what is shown now, also where chats came and went meanwhile.
  if (!hasSamePlaces(shown, before)) setBefore(shown);
  return shown;
}

function hasSamePlaces(one: ChatSections, other: ChatSections): boolean {
  return placesOf(one) === placesOf(other);
}

function placesOf({ needsYou, pinned, groups, hidden, archived }: ChatSections): string {
  const ids = (chats: readonly Workspace[]) => chats.map(({ id }) => id);
  const ofGroups = [...groups, ...hidden].map(({ folder, chats }) => [folder, ids(chats)]);
  return JSON.stringify([ids(needsYou), ids(pinned), ofGroups, ids(archived)]);
}

/** The way to the page of what waits, and the chats of it; while that page is open, the way alone. */
function NeedsYou({ chats }: { chats: readonly Workspace[] }) {
  const { openQueue } = useParley();
  const isOpen = useView(({ page }) => page?.name === 'queue');
  if (chats.length === 0 && !isOpen) return null;
  return (
    <section aria-label="Needs you">
      <h2 className={`mt-4 font-medium text-accent-ink ${isOpen ? 'text-second' : 'text-small'}`}>
        <button
          type="button"
          title="Show all that needs you"
          aria-current={isOpen ? 'page' : undefined}
          onClick={openQueue}
          className="flex h-7 w-full items-center gap-2.5 rounded-control px-2.5 hover:bg-hover focus-visible:-outline-offset-4 aria-[current=page]:h-8 aria-[current=page]:bg-selected [&_svg]:size-4"
        >
          {isOpen && <Inbox aria-hidden />}
          Needs you
          {chats.length > 0 && <span className="ms-auto tabular-nums">{waitingCount(chats)}</span>}
        </button>
      </h2>
      {!isOpen && <ChatRows chats={chats} section="needs-you" />}
    </section>
  );
}

type FoldedGroupProps = { label: string; icon?: ReactNode; count: number; children: ReactNode };

function FoldedGroup({ label, icon = <EyeOff aria-hidden />, count, children }: FoldedGroupProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <section aria-label={label}>
      <h2 className="mt-2 text-second text-tertiary">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
          className="hit flex w-full items-center gap-2.5 rounded-control px-2.5 text-start hover:bg-hover hover:text-ink focus-visible:-outline-offset-4 [&_svg]:size-4"
        >
          {icon}
          {label}
          <span className="text-small tabular-nums">{count}</span>
          <ChevronRight aria-hidden className={`ms-auto me-1 size-3.5! ${open ? 'rotate-90' : ''}`} />
        </button>
      </h2>
      <div id={listId}>{open && children}</div>
    </section>
  );
}
