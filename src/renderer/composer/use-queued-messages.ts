import { useShallow } from 'zustand/react/shallow';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { UserMessage } from '../../shared/transcript/transcript.ts';
import { useParleyState } from '../parley-context.tsx';

/** The messages of a chat that its agent has not got yet, oldest first; the same array while they are the same. */
export function useQueuedMessages(id: WorkspaceId): UserMessage[] {
  return useParleyState(
    useShallow(({ chats }) => {
      const chat = chats[id];
      const messages = chat?.status === 'ready' ? chat.transcript.messages : [];
      return messages.filter((message) => message.role === 'user').filter(({ queued }) => queued);
    }),
  );
}
