import { lazy, Suspense } from 'react';
import { useAppearance } from './appearance.ts';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer/composer.tsx';
import { StatusLine } from './composer/status-line.tsx';
import { StopDialog } from './composer/stop-dialog.tsx';
import { useConnection, useOpenWorkspace, useParleyState, useView } from './parley-context.tsx';
import { Drawer } from './sidebar/drawer.tsx';
import { NewWorkspaceDialog } from './sidebar/new-workspace-dialog.tsx';
import { ListToasts } from './sidebar/list-toasts.tsx';
import { useListShortcuts } from './sidebar/list-shortcuts.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { StartNotice } from './start-notice.tsx';
import { Chat } from './transcript/chat.tsx';
import { ChatSkeleton } from './transcript/chat-skeleton.tsx';
import { useMedia } from './use-media.ts';
import { usePageTitle } from './use-page-title.ts';
import { Welcome } from './welcome.tsx';

const SettingsDialog = lazy(async () => ({
  default: (await import('./settings/settings-dialog.tsx')).SettingsDialog,
}));
const AgentDialog = lazy(async () => ({
  default: (await import('./settings/agent-dialog.tsx')).AgentDialog,
}));

export function App() {
  const app = useParleyState((state) => state.app);
  const workspace = useOpenWorkspace();
  const drawer = useView((view) => view.drawer);
  const narrow = useMedia('(width < 48rem)');
  useListShortcuts();
  useAppearance(app?.settings);
  usePageTitle(app, workspace);
  return (
    <div className="flex h-full">
      {narrow ? (
        drawer && <Drawer />
      ) : (
        <aside className="w-66 shrink-0 border-e border-hairline">
          <Sidebar />
        </aside>
      )}
      <main className="flex min-w-0 flex-1 flex-col">
        <ChatHeader workspace={workspace} narrow={narrow} />
        <StartNotice />
        <Content />
        {narrow && !drawer && <ListToasts />}
      </main>
      <Suspense fallback={null}>
        <Dialogs />
      </Suspense>
    </div>
  );
}

function Content() {
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
      {loaded ? <Welcome /> : <ChatSkeleton />}
      <div className="column">
        <StatusLine connection={connection} workspace={undefined} />
      </div>
    </>
  );
}

function Dialogs() {
  const dialog = useView((view) => view.dialog);
  const openId = useParleyState((state) => state.openId);
  switch (dialog) {
    case null:
      return null;
    case 'new-workspace':
      return <NewWorkspaceDialog />;
    case 'settings':
      return <SettingsDialog />;
    case 'agent':
      return <AgentDialog />;
    case 'stop':
      return openId === null ? null : <StopDialog workspaceId={openId} />;
  }
}
