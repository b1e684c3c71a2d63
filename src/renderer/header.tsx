import { GitBranch, PanelLeft } from 'lucide-react';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { visibleText } from '../shared/hidden-characters.ts';
import { isInbox } from '../shared/workspace/workspace-link.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { withoutPrefix } from '../shared/worktrees/branch-name.ts';
import { begunOn } from '../shared/worktrees/begun-on.ts';
import { BackgroundWork } from './sidebar/background-work.tsx';
import { useOpenWorkspace, useParley, useParleyState, useView } from './parley-context.tsx';
import { waitingInAll } from './state/parley-store.ts';
import { showsChat } from './state/queue.ts';
import { drawColumns } from './state/view-store.ts';
import { folderName } from '../shared/files/folder-name.ts';
import { waitingCountText } from '../shared/workspace/waiting-count.ts';
import { IconButton } from './ui/icon-button.tsx';
import { lazyPart } from './ui/lazy-part.ts';
import { VisibleText } from './ui/visible-text.tsx';
import { PartBoundary } from './ui/part-boundary.tsx';

const HeadMenu = lazyPart(async () => (await import('./sidebar/head-menu.tsx')).HeadMenu);
const QueuePlace = lazyPart(async () => (await import('./queue/queue-place.tsx')).QueuePlace);
const RenameField = lazyPart(async () => (await import('./sidebar/rename-field.tsx')).RenameField);

type ChatHeaderProps = {
  narrow: boolean;
  /** True if the list is hidden until it is opened. */
  listHidden: boolean;
};

export const ChatHeader = memo(function ChatHeader({ narrow, listHidden }: ChatHeaderProps) {
  const workspace = useOpenWorkspace();
  const { view, rename } = useParley();
  const renaming = useView(
    (state) => state.renaming?.place === 'head' && state.renaming.id === workspace?.id,
  );
  const inQueue = useView(({ page }) => page?.name === 'queue' && showsChat(page.at));
  const isMac = window.parleyHost?.platform === 'darwin';
  return (
    <header
      className={
        'drag-region flex h-12 short:h-10 shrink-0 items-center gap-2.5 pe-2 max-[719.98px]:h-13 max-[719.98px]:pe-1 pointer-coarse:max-[719.98px]:gap-1 ' +
        `max-[719.98px]:border-b ${workspace === undefined ? 'border-transparent' : 'max-[719.98px]:border-hairline'} ${listHidden ? (isMac && !narrow ? 'ps-20' : narrow ? 'ps-1' : 'ps-2') : 'ps-6'}`
      }
    >
      {listHidden && <ListButton narrow={narrow} />}
      {workspace === undefined ? (
        <h1 className="sr-only">Parley</h1>
      ) : renaming ? (
        <div className="w-full max-w-100">
          <PartBoundary>
            <RenameField
              name={workspace.name}
              onSave={(name) => rename(workspace.id, name)}
              onLeave={() => view.setState({ renaming: null, caretRequested: true })}
            />
          </PartBoundary>
        </div>
      ) : (
        <Title key={`${workspace.id} ${workspace.folder}`} {...{ workspace, narrow }} />
      )}
      {workspace?.agent.background !== undefined && (
        <BackgroundWork workspace={workspace} background={workspace.agent.background} />
      )}
      <PartBoundary>
        {inQueue ? <QueuePlace /> : workspace !== undefined && <HeadMenu workspace={workspace} />}
      </PartBoundary>
    </header>
  );
});

/** Appears once all of it is known and the fonts are there, so that nothing moves then. */
function Title({ workspace, narrow }: { workspace: Workspace; narrow: boolean }) {
  const { id, name, turn } = workspace;
  const git = useBranch(id, turn.status);
  return (
    // Keyed by name, so that nothing shifts as a name is replaced by a longer one.
    <div
      key={name}
      className="flex min-w-0 items-baseline gap-2.5 not-short:max-[719.98px]:flex-col not-short:max-[719.98px]:gap-0"
    >
      <h1
        title={visibleText(name, 'line')}
        className="min-w-0 cut-off font-semibold max-[719.98px]:max-w-full"
      >
        <VisibleText text={name} layout="line" />
      </h1>
      {!isInbox(id) && git !== undefined && <ChatLocation {...{ workspace, git, narrow }} />}
    </div>
  );
}

/** Opens the list, and says how much waits. */
function ListButton({ narrow }: { narrow: boolean }) {
  const { view } = useParley();
  const waitingId = useId();
  const waiting = useParleyState(waitingInAll);
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
            className="pointer-events-none absolute -end-1.5 -top-1 short:top-0 pointer-coarse:end-0 pointer-coarse:top-0.75 min-w-4.5 rounded-round bg-accent px-1 text-center text-small leading-4.5 font-semibold text-on-accent tabular-nums forced-color-adjust-none"
          >
            {waiting}
          </span>
          <span id={waitingId} hidden>
            {waitingCountText(waiting)}
          </span>
        </>
      )}
    </span>
  );
}

type Git = { branch: string | null; dirty: boolean | null };

type ChatLocationProps = { workspace: Workspace; git: Git; narrow: boolean };

function ChatLocation({ workspace, git, narrow }: ChatLocationProps) {
  const { branch, dirty } = git;
  const { folder, worktree } = workspace;
  const prefix = useParleyState(({ app }) => app?.settings.branchPrefix ?? '');
  const isOwn = worktree?.state === 'made';
  return (
    <p
      title={visibleText(folder, 'line')}
      className="flex min-w-0 shrink-[99] items-center gap-2.5 text-second text-tertiary max-[719.98px]:max-w-full max-[719.98px]:gap-1 max-[719.98px]:text-small"
    >
      <span className="cut-off">
        <VisibleText text={folderName(begunOn(workspace))} layout="line" />
      </span>
      {branch !== null && (
        <span
          title={isOwn ? visibleText(`${branch}, in its own worktree`, 'line') : undefined}
          className={`flex min-w-0 items-center gap-1.5 ${isOwn && !narrow ? 'rounded-round bg-selected px-2.5 py-0.5 text-secondary' : ''}`}
        >
          {narrow ? <span aria-hidden>·</span> : <GitBranch aria-hidden className="size-3.5 shrink-0" />}
          <span className="sr-only">{isOwn ? 'In its own worktree, branch ' : 'Branch '}</span>
          <span className="cut-off">
            <VisibleText text={isOwn ? withoutPrefix(branch, prefix) : branch} layout="line" />
          </span>
          {dirty && (
            <span title="Has uncommitted changes" className="shrink-0">
              <span className="sr-only">, has uncommitted changes</span>
              <span aria-hidden>•</span>
            </span>
          )}
        </span>
      )}
    </p>
  );
}

/**
 * Returns the branch, undefined until it is known; read when the chat is opened, its agent ends, or the window
 * gets the focus.
 */
function useBranch(workspaceId: Workspace['id'], status: Workspace['turn']['status']): Git | undefined {
  const { companion } = useParley();
  const [git, setGit] = useState<Git>();
  const known = useRef(false);
  useEffect(() => {
    const over = new AbortController();
    const read = async () => {
      const [now] = await Promise.all([
        // Without an answer it stays as it was.
        companion.client.workspace.readBranch({ workspaceId }, { signal: over.signal }).catch(() => null),
        // Afterwards there is nothing to wait for, and asking costs a layout.
        known.current || document.fonts.ready,
      ]);
      if (over.signal.aborted) return;
      known.current = true;
      setGit((before) => now ?? before ?? { branch: null, dirty: null });
    };
    // While the agent works the branch may change at any time, so it is read at the end.
    if (status !== 'working' || !known.current) void read();
    window.addEventListener('focus', () => void read(), over);
    return () => over.abort();
  }, [companion, workspaceId, status]);
  return git;
}
