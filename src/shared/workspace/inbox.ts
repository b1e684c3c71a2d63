import type { WorkspaceId } from '../ids.ts';

/** The id of the workspace that receives what outside askers ask about no folder of another one. */
export const inboxName = 'inbox';

export function isInbox(id: WorkspaceId): boolean {
  return id === inboxName;
}
