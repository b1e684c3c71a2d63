import { useEffect } from 'react';
import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { useParley } from '../../parley-context.tsx';
import { openByItself } from '../../state/view-store.ts';
import { useDecisionGuard } from '../../ui/decision/deciding-controls.tsx';

/** So long nobody may have pressed anything, in milliseconds, for the pane to open. */
const quiet = 1_000;

type Arriving = {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  action: PendingAction;
  /** True where its card is too short for it. */
  isCut: boolean;
};

/**
 * Opens a preview that is too long for its card beside the chat when it arrives: in a wide window, and while
 * nobody is at it. The focus stays where it is.
 */
export function useOpensBeside({ workspaceId, toolCallId, action, isCut }: Arriving): void {
  const { view } = useParley();
  const guard = useDecisionGuard();
  const isDue = isCut && action.state.type === 'open';
  const { openedAt } = action;
  useEffect(() => {
    if (!isDue) return;
    const hasArrived = openedAt >= performance.timeOrigin;
    const isWide = matchMedia('(width >= 1100px)').matches;
    const isFree = hasArrived && isWide && guard.sincePress() >= quiet;
    openByItself(view, { workspaceId, toolCallId, isFree });
  }, [isDue, openedAt, workspaceId, toolCallId, view, guard]);
}
