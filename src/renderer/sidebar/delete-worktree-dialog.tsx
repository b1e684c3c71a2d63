import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorktreeLoss } from '../../shared/worktrees/worktree-offer.ts';
import { useParley, useView } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { onlyHereText } from '../ui/only-here-text.ts';

/** Asks before a chat is deleted whose worktree has something that is nowhere else. */
export function DeleteWorktreeDialog() {
  const { view, removeNow } = useParley();
  const deleting = useView((state) => state.deletingWorktree);
  const close = () => closeDialog(view, 'delete-worktree');
  if (deleting === null) return null;
  const { id, name, loss } = deleting;
  return (
    <Dialog title={`Delete ${visibleText(name, 'line')}?`} onClose={close}>
      <p className="text-secondary">{lossText(loss)}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>Keep the chat</Button>
        <Button
          look="primary"
          onClick={() => {
            close();
            removeNow(id);
          }}
        >
          Delete
        </Button>
      </div>
    </Dialog>
  );
}

function lossText({ repositories, ...only }: WorktreeLoss): string {
  if (repositories.length === 0)
    return `Its worktree has ${onlyHereText(only)}. Git keeps that for 30 days; Settings, Data restores it. Files that git ignores are gone.`;
  const names = visibleText(repositories.slice(0, 3).join(', '), 'line');
  return `Its worktree stays on the disk, since it has repositories of its own in it: ${names}. Only the chat is deleted.`;
}
