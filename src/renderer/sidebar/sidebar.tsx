import { History, Plus, Settings2 } from 'lucide-react';
import { memo } from 'react';
import { useParley } from '../parley-context.tsx';
import { openPage } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { ParleyMark } from '../ui/parley-mark.tsx';
import { ListToasts } from './list-toasts.tsx';
import { WorkspaceList } from './workspace-list.tsx';

/** All chats, the waiting ones first; at narrow widths it stands in a drawer. */
export const Sidebar = memo(function Sidebar() {
  const { view } = useParley();
  return (
    <div className="flex h-full flex-col bg-side">
      <div className="drag-region flex h-13 shrink-0 items-center gap-2 px-5 font-semibold">
        <ParleyMark className="h-4.5" />
        Parley
      </div>
      <WorkspaceList />
      <ListToasts />
      <div className="flex flex-col gap-0.5 border-t border-hairline p-2">
        <Button
          look="quiet"
          className="justify-start"
          onClick={() => view.setState({ dialog: 'new-workspace', drawer: false })}
        >
          <Plus aria-hidden className="size-4 text-secondary" />
          New workspace
        </Button>
        <Button look="quiet" className="justify-start" onClick={() => openPage(view, { name: 'decisions' })}>
          <History aria-hidden className="size-4 text-secondary" />
          Decisions
        </Button>
        <Button
          look="quiet"
          className="justify-start"
          onClick={() => openPage(view, { name: 'settings', part: null })}
        >
          <Settings2 aria-hidden className="size-4 text-secondary" />
          Settings
        </Button>
      </div>
    </div>
  );
});
