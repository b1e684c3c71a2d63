import type { Notice } from '../../shared/contract/app-state.ts';
import type { ActionId } from '../../shared/ids.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Approvals } from '../../shared/previews/decision.ts';
import { verdictOn } from '../../shared/previews/verdict.ts';
import type { StoredAction } from '../storage/action-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type Parts = {
  workspaces: Workspaces;
  /** Milliseconds since 1970: older previews were notified in an earlier run. */
  since: number;
  notify(notice: Notice): void;
};

/** Notifies once of each preview that starts to wait for the person, in a workspace of the list. */
export function notifyOfPreviews({ workspaces, since, notify }: Parts): (action: StoredAction) => void {
  const told = new Set<ActionId>();
  return (action) => {
    const { workspaceId, toolCallId, shown } = action;
    if (told.has(shown.id) || shown.openedAt < since) return;
    const { approvals, removed_at } = workspaces.row(workspaceId);
    if (removed_at !== null || !waitsForPerson(action, approvals)) return;
    told.add(shown.id);
    const body = visibleText(`Needs you: ${shown.label}`, 'line');
    const title = workspaces.noticeTitle(workspaceId, shown.asker);
    notify({ kind: 'needs-you', workspaceId, toolCallId, title, body });
  };
}

/** True when the agent has come to the preview, or has left it, and nothing goes on without the person. */
function waitsForPerson({ shown }: StoredAction, approvals: Approvals): boolean {
  const { state, asker } = shown;
  if (state.type !== 'open') return false;
  if (state.left || asker !== undefined) return true;
  return state.request !== null && verdictOn(shown, { action: 'apply', reason: '' }, approvals) === 'wait';
}
