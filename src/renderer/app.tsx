import { X } from 'lucide-react';
import { memo, type ReactNode, Suspense, useDeferredValue, useEffect } from 'react';
import { visibleText } from '../shared/hidden-characters.ts';
import { ChatHeader } from './chat-header.tsx';
import { useCommands, useSidebarFocus } from './commands/use-commands.ts';
import { useMenuState } from './commands/use-menu-state.ts';
import { useRequestedCard, useRequestedPlace } from './commands/use-requested-card.ts';
import { Composer } from './composer/composer.tsx';
import { StatusLine } from './composer/status-line.tsx';
import { Dialogs } from './dialogs.tsx';
import { OpenDecisions, OpenSettings } from './pages.tsx';
import { useConnection, useOpenWorkspace, useParley, useParleyState, useView } from './parley-context.tsx';
import { sidebarWidths } from './state/columns.ts';
import type { ParleyState } from './state/parley-store.ts';
import { drawColumns } from './state/view-store.ts';
import { ColumnEdge } from './ui/column-edge.tsx';
import { ChatSkeleton } from './transcript/chat-skeleton.tsx';
import { Chat } from './transcript/chat.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { ProblemLine } from './ui/problem-line.tsx';
import { useModal } from './ui/dialog.tsx';
import { lazyCard, lazyPart } from './ui/lazy-part.ts';
import { useMedia } from './use-media.ts';

const Welcome = lazyCard(async () => (await import('./welcome.tsx')).Welcome);

/** The sidebar over the chat, for windows too narrow to hold both. */
function Drawer() {
  const { view } = useParley();
  const modal = useModal(() => view.setState({ drawer: false }));
  return (
    <dialog
      {...modal}
      aria-label="Chats and settings"
      className={
        'slide-in m-0 h-dvh max-h-none w-[min(296px,86vw)] border-e border-hairline bg-side p-0 text-ink ' +
        'shadow-menu backdrop:bg-veil'
      }
    >
      <Suspense>
        <Sidebar />
      </Suspense>
    </dialog>
  );
}

const Sidebar = lazyPart(async () => (await import('./sidebar/sidebar.tsx')).Sidebar);
const Notices = lazyPart(async () => (await import('./notices/notices.ts')).Notices);
const ListToasts = lazyPart(async () => (await import('./sidebar/list-toasts.tsx')).ListToasts);
const Pane = lazyCard(async () => (await import('./pane/pane.tsx')).Pane);

function SidebarColumn({ children }: { children: ReactNode }) {
  const { view } = useParley();
  const width = useView(({ columns }) => columns.sidebar);
  const { least, most, usual } = sidebarWidths;
  return (
    <aside style={{ width }} className="relative shrink-0 border-e border-hairline bg-side">
      <Suspense>{children}</Suspense>
      <ColumnEdge
        label="Width of the sidebar"
        side="end"
        {...{ width, least, most }}
        onChange={(sidebar) => drawColumns(view, { sidebar })}
        onReset={() => drawColumns(view, { sidebar: usual })}
      />
    </aside>
  );
}

/** Notice about this start of Parley, until the person dismisses it. */
function StartNotice() {
  const { view } = useParley();
  const notice = useParleyState(({ app }) => app?.about.notice ?? null);
  const dismissed = useView((state) => state.dismissedNotice);
  if (notice === null || notice === dismissed) return null;
  return (
    <div className="column flex shrink-0 items-start gap-2 pb-2">
      <div className="min-w-0 flex-1 py-1.5">
        <ProblemLine>{notice}</ProblemLine>
      </div>
      <IconButton
        label="Dismiss this notice"
        icon={<X aria-hidden />}
        onClick={() => view.setState({ dismissedNotice: notice, caretRequested: true })}
      />
    </div>
  );
}

/** Storage key of the last appearance, which `index.html` reads before main has been asked. */
const place = 'parley-appearance';

/** Lets the page look as main says, at once and from the first paint of the next start. */
function useAppearance(): void {
  const appearance = useParleyState(({ app }) => app?.settings);
  useEffect(() => {
    if (appearance === undefined) return;
    const { theme, density, textSize, typeface } = appearance;
    const look = { theme, density, textSize, typeface };
    const { dataset } = document.documentElement;
    // A window that looks so from its first paint has nothing to keep: the browser would take its time for it.
    if (Object.entries(look).every(([name, value]) => dataset[name] === value)) return;
    Object.assign(dataset, look);
    localStorage.setItem(place, JSON.stringify(look));
  }, [appearance]);
}

/** The window. Most changes of a chat change only parts of it: it reads nothing of the chats but whether there are any. */
export function App() {
  const drawer = useView((view) => view.drawer);
  const hasPane = useView(({ pane }) => pane !== null);
  const shown = useView(({ columns }) => columns.sidebarShown);
  // Until there is a chat the page is one decision; nothing else is there to be listed.
  const isEmpty = useParleyState(({ app }) => app?.workspaces.length === 0);
  const beside = shown && !isEmpty;
  // The composer does not wait for the list, which may be long.
  const withList = useDeferredValue(true, false);
  const narrow = useMedia('(width < 720px)');
  useCommands();
  useMenuState();
  useSidebarFocus();
  useRequestedCard();
  useRequestedPlace();
  useAppearance();
  usePageTitle();
  return (
    <div className="ground relative flex h-full">
      {narrow ? drawer && <Drawer /> : beside && <SidebarColumn>{withList && <Sidebar />}</SidebarColumn>}
      <main className="ground @container flex min-w-0 flex-1 flex-col">
        <ChatHeader narrow={narrow} listHidden={!isEmpty && (narrow || !beside)} />
        <StartNotice />
        <Content />
        {(narrow ? !drawer : !beside) && (
          <Suspense>
            <ListToasts />
          </Suspense>
        )}
        <OpenDecisions />
      </main>
      {hasPane && (
        <Suspense>
          <Pane />
        </Suspense>
      )}
      <OpenSettings />
      <Dialogs />
      <Suspense>
        <Notices />
      </Suspense>
    </div>
  );
}

/** Renders again for the open workspace only. */
const Content = memo(function Content() {
  const connection = useConnection();
  const loaded = useParleyState(({ app }) => app !== null);
  const workspace = useOpenWorkspace();
  if (workspace !== undefined) {
    return (
      <>
        <Chat workspace={workspace} />
        <Composer workspace={workspace} />
      </>
    );
  }
  return (
    <>
      {loaded ? (
        <Suspense fallback={<div className="flex-1" aria-busy />}>
          <Welcome />
        </Suspense>
      ) : (
        <ChatSkeleton />
      )}
      <div className="column">
        <StatusLine connection={connection} workspace={undefined} />
      </div>
    </>
  );
});

/** The window's title: the open chat, and how many chats wait for the person. */
function usePageTitle(): void {
  const title = useParleyState(pageTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function pageTitle({ app, openId }: ParleyState): string {
  const waiting = app?.workspaces.filter((workspace) => workspace.waiting > 0).length ?? 0;
  const open = app?.workspaces.find(({ id }) => id === openId);
  return `${waiting > 0 ? `(${waiting}) ` : ''}${open === undefined ? 'Parley' : `${visibleText(open.name, 'line')} – Parley`}`;
}
