import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Opens } from '../../../storage/hosted-store.ts';
import { isHosted } from '../agent-names.ts';
import type { HostedParts } from '../external-deps.ts';
import { KeptSession } from './kept-session.ts';

type Chats = Pick<HostedParts, 'hosted' | 'log' | 'messages' | 'workspaces'>;

/**
 * Notes that a session of a chat's agent is opened with the next turn: in the chat where nothing was said in it, else in
 * a new one. Returns the chat, or the one that has the session already. Throws FolderUnusable.
 */
export function chooseSession(
  chats: Chats,
  from: WorkspaceId,
  opens: Opens,
): { chat: WorkspaceId; isNew: boolean } {
  const { hosted, workspaces } = chats;
  const { agent, folder } = workspaces.row(from);
  if (!isHosted(agent)) return { chat: from, isNew: false };
  const holder = hosted.holder(agent, opens.sessionId);
  if (holder !== undefined) return { chat: holder, isNew: false };
  const chat = isUnused(chats, from) ? from : workspaces.create(folder).id;
  workspaces.setAgent(chat, agent);
  new KeptSession(chats, chat, agent).save({ opens });
  return { chat, isNew: true };
}

function isUnused({ log, messages, workspaces }: Chats, id: WorkspaceId): boolean {
  const isWorking = workspaces.row(id).turn.status === 'working';
  return !isWorking && log.historyEnd(id).length === 0 && !messages.hasQueued(id);
}
