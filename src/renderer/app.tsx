import { X } from 'lucide-react';
import { memo, useDeferredValue, useEffect } from 'react';
import { visibleText } from '../shared/hidden-characters.ts';
import { ConnectedContext } from './cards/sending.ts';
import { useCommands, useSidebarFocus } from './commands/use-commands.ts';
import { useMenuState } from './commands/use-menu-state.ts';
import { useRequestedCard, useRequestedPlace } from './commands/use-requested-card.ts';
import { Composer } from './composer/composer.tsx';
import { StatusLine } from './composer/above/status-line.tsx';
import { Dialogs } from './dialogs.tsx';
import { ChatHeader } from './header.tsx';
import { OpenDecisions, OpenQueue, OpenQueueGroup, OpenSettings, QueueBeside } from './pages.tsx';
import { useConnection, useOpenWorkspace, useParley, useParleyState, useView } from './parley-context.tsx';
import { useAppearance } from './settings/use-appearance.ts';
import { SidebarColumn, SidebarDrawer } from './sidebar/sidebar-frame.tsx';
import { showsChat } from './state/queue.ts';
import { type ParleyState, waitingInAll } from './state/parley-store.ts';
import { ChatSkeleton } from './transcript/chat-skeleton.tsx';
import { Chat } from './transcript/chat.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { ProblemLine } from './ui/problem-line.tsx';
import { lazyCard, lazyPart } from './ui/lazy-part.ts';
import { useMedia } from './use-media.ts';
import { PartBoundary } from './ui/part-boundary.tsx';

const Welcome = lazyCard(async () => (await import('./welcome/welcome.tsx')).Welcome);
const PageNotifications = lazyPart(async () => (await import('./page-notifications.ts')).PageNotifications);
const ListToasts = lazyPart(async () => (await import('./sidebar/list-toasts.tsx')).ListToasts);
const QueueNext = lazyPart(async () => (await import('./queue/queue-place.tsx')).QueueNext);
const Pane = lazyCard(async () => (await import('./pane/pane.tsx')).Pane);

/** What this start of Parley has to say, such as that a database was damaged, until the person dismisses it. */
function StartMessage() {
  const { view } = useParley();
  const message = useParleyState(({ app }) => {
    if (app === null) return null;
    const said = [app.environment.proxyProblem, app.about.startMessage].filter((text) => text !== null);
    return said.length === 0 ? null : said.join(' ');
  });
  const dismissed = useView((state) => state.dismissedStartMessage);
  if (message === null || message === dismissed) return null;
  return (
    <div className="column flex shrink-0 items-start gap-2 pb-2">
      <div className="min-w-0 flex-1 py-1.5">
        <ProblemLine>{message}</ProblemLine>
      </div>
      <IconButton
        label="Close this message"
        icon={<X aria-hidden />}
        onClick={() => view.setState({ dismissedStartMessage: message, caretRequested: true })}
      />
    </div>
  );
}

/** Reads nothing of the chats but whether there are any, so that their changes don't render it again. */
export function App() {
  const drawer = useView((view) => view.drawer);
  const hasPane = useView(({ pane }) => pane !== null);
  const shown = useView(({ columns }) => columns.sidebarShown);
  // Without a chat the page is a single decision, with nothing to list.
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
  const isConnected = useConnection() === 'open';
  return (
    <ConnectedContext value={isConnected}>
      <div className="ground relative flex h-full">
        {narrow ? drawer && <SidebarDrawer /> : beside && <SidebarColumn withList={withList} />}
        <QueueBeside />
        <main inert={hasPane && narrow} className="ground @container flex min-w-0 flex-1 flex-col">
          <ChatHeader narrow={narrow} listHidden={!isEmpty && (narrow || !beside)} />
          <StartMessage />
          <Content />
          {(narrow ? !drawer : !beside) && (
            <PartBoundary>
              <ListToasts />
            </PartBoundary>
          )}
          <OpenDecisions />
          <OpenQueue />
          <OpenQueueGroup />
        </main>
        {hasPane && (
          <PartBoundary>
            <Pane />
          </PartBoundary>
        )}
        <OpenSettings />
        <Dialogs />
        <PartBoundary>
          <PageNotifications />
        </PartBoundary>
      </div>
    </ConnectedContext>
  );
}

/** Renders again for the open workspace only. */
const Content = memo(function Content() {
  const connection = useConnection();
  const loaded = useParleyState(({ app }) => app !== null);
  const workspace = useOpenWorkspace();
  const inQueue = useView(({ page }) => page?.name === 'queue' && showsChat(page.at));
  if (workspace !== undefined) {
    return (
      <>
        <Chat workspace={workspace} />
        {inQueue && (
          <PartBoundary>
            <QueueNext />
          </PartBoundary>
        )}
        <Composer workspace={workspace} />
      </>
    );
  }
  return (
    <>
      {loaded ? (
        <PartBoundary fallback={<div className="flex-1" aria-busy />}>
          <Welcome />
        </PartBoundary>
      ) : (
        <ChatSkeleton />
      )}
      <div className={`column ${loaded ? 'has-[[role=status]:empty]:h-0' : ''}`}>
        <StatusLine connection={connection} workspace={undefined} />
      </div>
    </>
  );
});

/** Sets the window's title: the open chat, and how much waits. */
function usePageTitle(): void {
  const title = useParleyState(pageTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function pageTitle(state: ParleyState): string {
  const { app, openId } = state;
  const waiting = waitingInAll(state);
  const open = app?.workspaces.find(({ id }) => id === openId);
  return `${waiting > 0 ? `(${waiting}) ` : ''}${open === undefined ? 'Parley' : `${visibleText(open.name, 'line')} – Parley`}`;
}
