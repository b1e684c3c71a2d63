import { Download, FileDiff, FileText, FolderPlus, Search, ShieldCheck } from 'lucide-react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { rulesHere } from '../state/app-projection.ts';
import { shortcut } from '../shortcut.ts';
import { MenuItem } from '../ui/menu.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { openFind, openPane } from '../state/view-store.ts';

export function HeadMenu({ workspace }: { workspace: Workspace }) {
  const { view, remove } = useParley();
  const hasRules = useParleyState(({ app }) => rulesHere(app?.rules ?? [], workspace).length > 0);
  const { id, plan, agent, worktree } = workspace;
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
        {worktree?.state === 'made' && (
          <MenuItem
            icon={<FileDiff aria-hidden />}
            onChoose={() => openPane(view, { type: 'chat', workspaceId: id })}
          >
            All changes
          </MenuItem>
        )}
        {hasRules && (
          <MenuItem
            icon={<ShieldCheck aria-hidden />}
            onChoose={() => view.setState({ dialog: 'allowed-here', drawer: false })}
          >
            Allowed here
          </MenuItem>
        )}
        {agent.folders !== undefined && (
          <MenuItem
            icon={<FolderPlus aria-hidden />}
            onChoose={() => view.setState({ dialog: 'folders', drawer: false })}
          >
            {agent.folders.length === 0 ? 'Add a folder' : `Add a folder · ${agent.folders.length} added`}
          </MenuItem>
        )}
        <MenuItem
          icon={<Download aria-hidden />}
          onChoose={() => view.setState({ dialog: 'export', drawer: false })}
        >
          Export chat
        </MenuItem>
        <MenuItem icon={<Search aria-hidden />} keys={shortcut('find')} onChoose={() => openFind(view, id)}>
          Find in this chat
        </MenuItem>
      </ChatMenu>
    </span>
  );
}
