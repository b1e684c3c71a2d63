import { useMemo } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { UserMessage } from '../../shared/transcript/transcript.ts';
import { useParleyState } from '../parley-context.tsx';

/** The messages of a chat that its agent has not got yet, oldest first. */
export function useQueuedMessages(id: WorkspaceId): UserMessage[] {
  const messages = useParleyState(({ chats }) => {
    const chat = chats[id];
    return chat?.status === 'ready' ? chat.transcript.messages : undefined;
  });
  return useMemo(
    () => (messages ?? []).flatMap((message) => (message.role === 'user' && message.queued ? [message] : [])),
    [messages],
  );
}
