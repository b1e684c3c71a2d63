import { isInbox } from '../../../shared/workspace/workspace-link.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { Recipient } from './composer-state.ts';
import type { ParleyState } from '../parley-store.ts';
import { waitsItself } from './waiting-text.ts';

/** Returns who gets the message being written. */
export function recipientOf({ app, composers }: ParleyState, id: WorkspaceId): Recipient {
  const workspace = app?.workspaces.find((known) => known.id === id);
  return workspace === undefined ? 'agent' : recipientAmong(workspace, composers[id]?.to ?? null);
}

/**
 * Returns the recipient that the person chose, while that card waits; else the only waiting outside asker, unless
 * the chat's own agent waits too (which does not count in the Inbox).
 */
export function recipientAmong(
  workspace: Pick<Workspace, 'id' | 'waitingFor' | 'outsideAsks'>,
  chosen: Recipient | null,
): Recipient {
  if (chosen === 'agent') return chosen;
  const preferred = workspace.outsideAsks.find(({ toolCallId }) => toolCallId === chosen);
  if (preferred !== undefined) return preferred.toolCallId;
  const [only, ...others] = workspace.outsideAsks;
  if (only === undefined || others.length > 0) return 'agent';
  return isInbox(workspace.id) || !waitsItself(workspace) ? only.toolCallId : 'agent';
}
