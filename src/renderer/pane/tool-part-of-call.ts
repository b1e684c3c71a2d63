import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { ToolPart } from '../../shared/transcript/transcript.ts';
import type { ParleyState } from '../state/parley-store.ts';

/** Returns the part of a call of the open chat; null where it is gone, or another chat is open. */
export function toolPartOfCall(
  { chats, openId }: ParleyState,
  id: WorkspaceId,
  call: ToolCallId,
): ToolPart | null {
  const chat = openId === id ? chats[id] : undefined;
  if (chat?.status !== 'ready') return null;
  for (const message of chat.transcript.messages.toReversed()) {
    if (message.role === 'user') continue;
    for (const part of message.parts) if (part.type === 'tool' && part.toolCallId === call) return part;
  }
  return null;
}
