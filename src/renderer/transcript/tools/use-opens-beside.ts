import { useEffect } from 'react';
import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { useParley } from '../../parley-context.tsx';
import { openByItself } from '../../state/view-store.ts';
import { useDecisionGuard } from '../../ui/decision/deciding-controls.tsx';

/** The pane opens only if nobody pressed anything for this long, in milliseconds, or since a message was sent. */
const quiet = 1_000;

type Arriving = {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  action: PendingAction;
  /** True where the card cuts it. */
  isCut: boolean;
};

/**
 * Opens a preview that its card cuts in the pane when it arrives, in a wide window while nobody is active. The
 * focus stays where it is.
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
    const isQuiet = guard.sincePress() >= Math.min(quiet, performance.now() - view.getState().sentAt);
    const isFree = hasArrived && isWide && isQuiet;
    openByItself(view, { workspaceId, toolCallId, isFree });
  }, [isDue, openedAt, workspaceId, toolCallId, view, guard]);
}
