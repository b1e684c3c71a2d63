import { useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { WorktreeLoss } from '../../shared/worktrees/worktree-offer.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { onlyHereText } from '../ui/only-here-text.ts';
import { LoadFailure, ProblemLine } from '../ui/problem-line.tsx';
import { useRead } from './git-calls.ts';
import { whyLeftText } from './why-left-text.ts';

/** Asks before the worktree of a chat that stays is removed. */
export function RemoveWorktreeDialog({ workspace: { id } }: { workspace: Workspace }) {
  const { companion, view } = useParley();
  const { readWorktreeLoss, removeWorktree } = companion.client.workspace;
  const [loss, readAgain] = useRead(() => readWorktreeLoss({ workspaceId: id }));
  const [removing, setRemoving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => closeDialog(view, 'remove-worktree');
  function remove(): void {
    setProblem(null);
    setRemoving(true);
    removeWorktree({ workspaceId: id }).then(close, (error: unknown) => {
      setProblem(failureText(error));
      setRemoving(false);
      readAgain();
    });
  }
  return (
    <Dialog title="Remove the worktree?" onClose={close}>
      {loss.type === 'failed' && (
        <LoadFailure action="Try again" onAction={readAgain}>
          {loss.problem}
        </LoadFailure>
      )}
      {loss.type === 'read' && <p className="text-secondary wrap-anywhere">{lossText(loss.value)}</p>}
      {problem !== null && (
        <div className="mt-4">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button data-first-focus onClick={close}>
          Keep it
        </Button>
        {loss.type === 'read' && loss.value?.type === 'removed' && (
          <DecidingButton look="danger" about={JSON.stringify(loss.value)} off={removing} onClick={remove}>
            {removing ? 'Removing…' : 'Remove'}
          </DecidingButton>
        )}
      </div>
    </Dialog>
  );
}

function lossText(loss: WorktreeLoss | null): string {
  switch (loss?.type) {
    case undefined:
      return 'This chat has no worktree any more.';
    case 'left':
      return `It can’t be removed from here, since ${whyLeftText(loss.why)}. It is at ${visibleText(loss.root, 'line')}.`;
    case 'removed': {
      const goesOn = 'The chat stays, and its next message makes a new worktree';
      return loss.files + loss.commits === 0
        ? `All of it is elsewhere too, but for files that git ignores, which are deleted. ${goesOn}.`
        : `It has ${onlyHereText(loss)}. Git keeps it all for 30 days. ${goesOn} with it. Files that git ignores are deleted.`;
    }
  }
}
