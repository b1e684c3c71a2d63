import { visibleText } from '../../shared/hidden-characters.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { attempt } from '../state/chat/attempt.ts';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { FolderForm } from './folder-form.tsx';

/** The folders of a chat with an external agent beside its own: one to add, and those that were. */
export function ChatFoldersDialog({ workspace }: { workspace: Workspace }) {
  const { companion, store, view } = useParley();
  const { id: workspaceId, agent } = workspace;
  const folders = agent.folders ?? [];
  const name = visibleText(agent.name, 'line');

  function remove(folder: string): void {
    void attempt(store, workspaceId, companion.client.workspace.removeAgentFolder({ workspaceId, folder }));
  }

  return (
    <Dialog title="Add a folder" onClose={() => closeDialog(view, 'folders')}>
      <p className="mb-4 text-secondary">
        {`${name} can work in it as in this chat’s own folder, from your next message on. Undo this turn leaves its files alone.`}
      </p>
      {folders.length > 0 && (
        <ul aria-label="Added folders" className="mb-4 rounded-card border border-hairline">
          {folders.map((folder) => (
            <li
              key={folder}
              className="flex items-center gap-3 border-t border-hairline py-1.5 ps-4 pe-1.5 first:border-t-0"
            >
              <span dir="ltr" className="min-w-0 flex-1 font-mono text-code wrap-anywhere">
                <VisibleText text={folder} layout="line" />
              </span>
              <Button
                look="quiet"
                aria-label={visibleText(`Remove ${folder}`, 'line')}
                onClick={() => remove(folder)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FolderForm
        key={folders.length}
        start=""
        submitLabel="Add folder"
        busyLabel="Adding…"
        advice=""
        open={(folder) =>
          companion.client.workspace.addAgentFolder({ workspaceId, folder }).then(() => null, failureText)
        }
        onDone={() => undefined}
      />
    </Dialog>
  );
}
