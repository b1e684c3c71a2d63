import type { Notice } from '../../shared/contract/app-state.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { TurnState } from '../../shared/workspace/turn-state.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type Parts = { workspaces: Workspaces; notify(notice: Notice): void };

/** Notifies of each turn that came to its end by itself with nothing left that waits, in a workspace of the list. */
export function notifyOfTurns({ workspaces, notify }: Parts): (id: WorkspaceId, end: TurnState) => void {
  return (workspaceId, end) => {
    const { removed_at, waiting } = workspaces.row(workspaceId);
    if (removed_at !== null || waiting > 0) return;
    const about = { workspaceId, toolCallId: null, title: workspaces.noticeTitle(workspaceId) };
    switch (end.status) {
      case 'idle':
        return notify({ kind: 'finished', ...about, body: 'Finished' });
      case 'failed':
        return notify({ kind: 'failed', ...about, body: visibleText(end.problem.what, 'line') });
      case 'working':
      case 'interrupted':
        return;
    }
  };
}
