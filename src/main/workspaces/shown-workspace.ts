import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { WorkspaceRow } from '../storage/workspace-row.ts';

/** Returns a workspace as windows list it, with what its row does not say. */
export function shownWorkspace(
  {
    created_at: createdAt,
    updated_at: updatedAt,
    removed_at: _,
    folder_identity: __,
    named: ___,
    context_tokens: ____,
    first_message,
    waiting_for: waitingFor,
    first_waiting: firstWaiting,
    outside_asker: outsideAsker,
    outside_asks: outsideAsks,
    ...row
  }: WorkspaceRow,
  now: Pick<Workspace, 'turn' | 'agent' | 'usage' | 'commands'>,
): Workspace {
  return {
    ...row,
    ...now,
    waitingFor,
    firstWaiting,
    outsideAsker,
    outsideAsks,
    firstMessage: (first_message ?? '').replace(/\s+/g, ' ').trim(),
    createdAt,
    updatedAt,
  };
}
