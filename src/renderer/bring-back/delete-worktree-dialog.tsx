import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorktreeLoss } from '../../shared/worktrees/worktree-offer.ts';
import { useParley, useView } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { onlyHereText } from '../ui/only-here-text.ts';
import { whyLeftText } from './why-left-text.ts';

/** Asks before a chat is deleted whose worktree has something that is nowhere else. */
export function DeleteWorktreeDialog() {
  const { view, removeNow } = useParley();
  const deleting = useView((state) => state.deletingWorktree);
  const close = () => closeDialog(view, 'delete-worktree');
  if (deleting === null) return null;
  const { id, name, loss } = deleting;
  return (
    <Dialog title={`Delete “${visibleText(name, 'line')}”?`} onClose={close}>
      <p className="text-secondary">{lossText(loss)}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={close}>Keep the chat</Button>
        <Button
          look="danger"
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

function lossText(loss: WorktreeLoss): string {
  switch (loss.type) {
    case 'removed':
      return `Its worktree has ${onlyHereText(loss)}. Git keeps it all for 30 days; you can restore it in Settings › Data. Ignored files are deleted.`;
    case 'left':
      return `Only the chat is deleted. Its worktree stays at ${visibleText(loss.root, 'line')}, since ${whyLeftText(loss.why)}.`;
  }
}
