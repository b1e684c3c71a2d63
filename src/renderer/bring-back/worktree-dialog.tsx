import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { Dialog } from '../state/view-store.ts';
import { CommitDialog } from './commit-dialog.tsx';
import { DeleteWorktreeDialog } from './delete-worktree-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PushDialog } from './push-dialog.tsx';
import { RemoveWorktreeDialog } from './remove-worktree-dialog.tsx';

type WorktreeDialogProps = {
  dialog: Extract<Dialog, 'merge' | 'commit' | 'push' | 'remove-worktree' | 'delete-worktree'>;
  /** The open chat. */
  workspace: Workspace | undefined;
};

/** Everything about a worktree that is asked in a dialog; the page loads it late, and at once. */
export function WorktreeDialog({ dialog, workspace }: WorktreeDialogProps) {
  if (dialog === 'delete-worktree') return <DeleteWorktreeDialog />;
  if (workspace === undefined) return null;
  switch (dialog) {
    case 'merge':
      return <MergeDialog workspace={workspace} />;
    case 'commit':
      return <CommitDialog workspace={workspace} />;
    case 'push':
      return <PushDialog workspace={workspace} />;
    case 'remove-worktree':
      return <RemoveWorktreeDialog workspace={workspace} />;
  }
}
