import { PanelLeft } from 'lucide-react';
import { memo, Suspense, useId } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import { isInbox } from '../../shared/workspace/workspace-link.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useOpenWorkspace, useParley, useParleyState, useView } from '../parley-context.tsx';
import { waitingChats } from '../state/parley-store.ts';
import { drawColumns } from '../state/view-store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { ChatLocation, useBranch } from './chat-location.tsx';

const HeadMenu = lazyPart(async () => (await import('../sidebar/head-menu.tsx')).HeadMenu);
const RenameField = lazyPart(async () => (await import('../sidebar/rename-field.tsx')).RenameField);

type ChatHeaderProps = {
  narrow: boolean;
  /** True if the list is hidden until it is opened. */
  listHidden: boolean;
};

/** The name of the chat, where it works, and one menu. */
export const ChatHeader = memo(function ChatHeader({ narrow, listHidden }: ChatHeaderProps) {
  const workspace = useOpenWorkspace();
  const { view, rename } = useParley();
  const renaming = useView(
    (state) => state.renaming?.place === 'head' && state.renaming.id === workspace?.id,
  );
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
          <Suspense>
            <RenameField
              name={workspace.name}
              onSave={(name) => rename(workspace.id, name)}
              onLeave={() => view.setState({ renaming: null, caretRequested: true })}
            />
          </Suspense>
        </div>
      ) : (
        <Title key={workspace.id} {...{ workspace, narrow }} />
      )}
      <Suspense>{workspace !== undefined && <HeadMenu workspace={workspace} />}</Suspense>
    </header>
  );
});

/** The place comes once all of it is known and the faces are there: nothing of it moves then. */
function Title({ workspace, narrow }: { workspace: Workspace; narrow: boolean }) {
  const { id, name, turn } = workspace;
  const git = useBranch(id, turn.status);
  return (
    // Other elements for another name: nothing shifts as one gives way to one that is longer.
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
      {!isInbox(id) && git !== undefined && <ChatLocation folder={workspace.folder} {...{ git, narrow }} />}
    </div>
  );
}

/** Brings back the list, and says how many chats wait in it. */
function ListButton({ narrow }: { narrow: boolean }) {
  const { view } = useParley();
  const waitingId = useId();
  const waiting = useParleyState(waitingChats);
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
            className="pointer-events-none absolute -end-1.5 -top-1 pointer-coarse:end-0 pointer-coarse:top-0.75 min-w-4.5 rounded-round bg-accent px-1 text-center text-small leading-4.5 font-semibold text-on-accent tabular-nums forced-color-adjust-none"
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
