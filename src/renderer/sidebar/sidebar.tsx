import { Plus, Settings2 } from 'lucide-react';
import { useParley, useParleyState } from '../parley-context.tsx';
import { inListOrder } from '../state/app-projection.ts';
import { Button } from '../ui/button.tsx';
import { WorkspaceRow } from './workspace-row.tsx';

/** All chats, the waiting ones first; at narrow widths it stands in a drawer. */
export function Sidebar() {
  const { view, openWorkspace } = useParley();
  const workspaces = useParleyState(({ app }) => app?.workspaces);
  const openId = useParleyState((state) => state.openId);
  const show = (dialog: 'new-workspace' | 'settings') => view.setState({ dialog, drawer: false });
  return (
    <div className="flex h-full flex-col bg-sunken">
      <div className="drag-region flex h-13 shrink-0 items-center gap-2 px-5 font-semibold">
        <span aria-hidden className="size-3 rounded-[4px_4px_4px_1px] bg-ink" />
        Parley
      </div>
      <nav aria-label="Workspaces" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul className="flex flex-col gap-0.5">
          {inListOrder(workspaces ?? []).map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              open={workspace.id === openId}
              onOpen={() => openWorkspace(workspace.id)}
            />
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-0.5 border-t border-hairline p-2">
        <Button look="quiet" className="justify-start" onClick={() => show('new-workspace')}>
          <Plus aria-hidden className="size-4 text-secondary" />
          New workspace
        </Button>
        <Button look="quiet" className="justify-start" onClick={() => show('settings')}>
          <Settings2 aria-hidden className="size-4 text-secondary" />
          Settings
        </Button>
      </div>
    </div>
  );
}
