import { FolderPlus, History, PanelLeft, RotateCw, Search, Settings2, SquarePen } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { CommandId } from '../../shared/commands/command.ts';
import { useParley, useView } from '../parley-context.tsx';
import { shortcut } from '../shortcut.ts';
import { drawColumns, openPage } from '../state/view-store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ParleyMark } from '../ui/parley-mark.tsx';
import { ChatList } from './chat-list.tsx';
import { ListToasts } from './list-toasts.tsx';

const isMac = window.parleyHost?.platform === 'darwin';

/** Ways to begin and to find a chat, and all chats, what waits first; in a narrow window it is a drawer. */
export const Sidebar = memo(function Sidebar() {
  const { view, newChat } = useParley();
  const inDecisions = useView(({ page }) => page?.name === 'decisions');
  return (
    <div data-elsewhere={inDecisions || undefined} className="flex h-full flex-col bg-side">
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
          current={inDecisions}
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
