import { Bot, FileText, GitBranch, PanelLeft, Search } from 'lucide-react';
import { memo, useEffect, useId, useState } from 'react';
import { visibleText } from '../shared/hidden-characters.ts';
import { isInbox } from '../shared/workspace/workspace-link.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { useParley, useParleyState, useView } from './parley-context.tsx';
import { shortcut } from './shortcut.ts';
import { ChatMenu } from './sidebar/chat-menu.tsx';
import { RenameField } from './sidebar/rename-field.tsx';
import { folderNames } from './state/chat-sections.ts';
import { drawColumns } from './state/view-store.ts';
import { IconButton } from './ui/icon-button.tsx';
import { MenuItem } from './ui/menu.tsx';
import { VisibleText } from './ui/visible-text.tsx';

type ChatHeaderProps = {
  workspace: Workspace | undefined;
  narrow: boolean;
  /** True if the list is hidden until it is opened. */
  listHidden: boolean;
};

/** What chat this is and where it works, and one menu. */
export const ChatHeader = memo(function ChatHeader({ workspace, narrow, listHidden }: ChatHeaderProps) {
  const { view, rename } = useParley();
  const renaming = useView(
    (state) => state.renaming?.place === 'head' && state.renaming.id === workspace?.id,
  );
  const isMac = window.parleyHost?.platform === 'darwin';
  return (
    <header
      className={
        'drag-region flex h-12 short:h-10 shrink-0 items-center gap-2.5 pe-2 max-[719.98px]:h-13 ' +
        `max-[719.98px]:border-b max-[719.98px]:border-hairline ${listHidden ? (isMac && !narrow ? 'ps-20' : 'ps-2') : 'ps-6'}`
      }
    >
      {listHidden && <ListButton narrow={narrow} />}
      {workspace !== undefined && renaming ? (
        <div className="w-full max-w-100">
          <RenameField
            name={workspace.name}
            onSave={(name) => rename(workspace.id, name)}
            onLeave={() => view.setState({ renaming: null, caretRequested: true })}
          />
        </div>
      ) : (
        <div className="flex min-w-0 items-baseline gap-2.5 max-[719.98px]:flex-col max-[719.98px]:gap-0">
          {/* Another heading for another chat: nothing shifts as a name gives way to one that is longer. */}
          <h1
            key={workspace?.id}
            title={workspace === undefined ? undefined : visibleText(workspace.name, 'line')}
            className={
              workspace === undefined ? 'sr-only' : 'min-w-0 cut-off font-semibold max-[719.98px]:max-w-full'
            }
          >
            <VisibleText text={workspace?.name ?? 'Parley'} layout="line" />
          </h1>
          {workspace !== undefined && !isInbox(workspace.id) && (
            <Where key={workspace.id} workspace={workspace} narrow={narrow} />
          )}
        </div>
      )}
      {workspace !== undefined && <HeadMenu workspace={workspace} />}
    </header>
  );
});

/** Brings back the list, and says how many chats wait in it. */
function ListButton({ narrow }: { narrow: boolean }) {
  const { view } = useParley();
  const waitingId = useId();
  const waiting = useParleyState(({ app }) => app?.workspaces.filter((chat) => chat.waiting > 0).length ?? 0);
  return (
    <span className="relative">
      <IconButton
        label="Show sidebar"
        icon={<PanelLeft aria-hidden />}
        aria-haspopup={narrow ? 'dialog' : undefined}
        aria-describedby={waiting > 0 ? waitingId : undefined}
        onClick={() => (narrow ? view.setState({ drawer: true }) : drawColumns(view, { sidebarShown: true }))}
      />
      {waiting > 0 && (
        <>
          <span
            aria-hidden
            className="pointer-events-none absolute -end-1.5 -top-1 min-w-4.5 rounded-round bg-accent px-1 text-center text-small leading-4.5 font-semibold text-on-accent tabular-nums forced-color-adjust-none"
          >
            {waiting}
          </span>
          <span id={waitingId} hidden>
            {waiting === 1 ? '1 chat needs you' : `${waiting} chats need you`}
          </span>
        </>
      )}
    </span>
  );
}

/** The folder of a chat and the branch that is checked out in it. */
function Where({ workspace, narrow }: { workspace: Workspace; narrow: boolean }) {
  const { id, folder, turn } = workspace;
  const branch = useBranch(id, turn.status);
  return (
    <p
      title={visibleText(folder, 'line')}
      className="flex min-w-0 shrink-[9] items-center gap-2.5 text-second text-tertiary max-[719.98px]:max-w-full max-[719.98px]:gap-1 max-[719.98px]:text-small"
    >
      <span className="cut-off">
        <VisibleText text={folderNames([folder]).get(folder) ?? folder} layout="line" />
      </span>
      {branch !== null && (
        <span className="flex min-w-0 items-center gap-1.5">
          {narrow ? <span aria-hidden>·</span> : <GitBranch aria-hidden className="size-3.5 shrink-0" />}
          <span className="sr-only">Branch </span>
          <span className="cut-off">
            <VisibleText text={branch} layout="line" />
          </span>
        </span>
      )}
    </p>
  );
}

/** The branch as it was when the chat was opened, its agent began or ended, or the window got the focus. */
function useBranch(workspaceId: Workspace['id'], status: Workspace['turn']['status']): string | null {
  const { companion } = useParley();
  const [branch, setBranch] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const read = () =>
      companion.client.workspace.readBranch({ workspaceId }, { signal: over.signal }).then(
        (now) => !over.signal.aborted && setBranch(now.branch),
        // Without an answer it stays as it was.
        () => undefined,
      );
    void read();
    window.addEventListener('focus', () => void read(), over);
    return () => over.abort();
  }, [companion, workspaceId, status]);
  return branch;
}

function HeadMenu({ workspace }: { workspace: Workspace }) {
  const { view, remove } = useParley();
  const { id, plan } = workspace;
  return (
    <span className="ms-auto">
      <ChatMenu
        chat={workspace}
        open
        label="Chat menu"
        onRename={() => view.setState({ renaming: { id, place: 'head' } })}
        onRemove={() => remove(id)}
      >
        {plan !== null && (
          <MenuItem
            icon={<FileText aria-hidden />}
            onChoose={() => view.setState({ shownPlan: { workspaceId: id, actionId: null } })}
          >
            <span className="block max-w-70 truncate">{visibleText(`Open plan: ${plan}`, 'line')}</span>
          </MenuItem>
        )}
        <MenuItem icon={<Bot aria-hidden />} onChoose={() => view.setState({ dialog: 'agent' })}>
          <span className="sr-only">Agent: </span>
          {agentLine(workspace)}
        </MenuItem>
        <MenuItem
          icon={<Search aria-hidden />}
          keys={shortcut('find')}
          onChoose={() =>
            view.setState(({ finding }) => ({
              finding: { workspaceId: id, times: (finding?.times ?? 0) + 1 },
            }))
          }
        >
          Find in this chat
        </MenuItem>
      </ChatMenu>
    </span>
  );
}

function agentLine({ agent }: Workspace): string {
  const same = agent.model === '' || agent.model.toLowerCase() === agent.name.toLowerCase();
  return same ? agent.name : `${agent.name} · ${agent.model}`;
}
