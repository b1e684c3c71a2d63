import type { WorkspaceId } from '../../shared/ids.ts';
import type { Companion } from '../companion.ts';
import { withEarlier } from './chat-view.ts';
import { type ParleyStore, updateChat } from './parley-store.ts';

/** Loads the messages before those that are there; one request a chat at a time. */
export async function loadEarlier(companion: Companion, store: ParleyStore, id: WorkspaceId): Promise<void> {
  const chat = store.getState().chats[id];
  if (chat?.status !== 'ready' || chat.earlier === 'loading' || !chat.transcript.hasEarlier) return;
  const before = chat.transcript.messages[0]?.id;
  if (before === undefined) return;
  const mark = (earlier: 'loading' | 'failed') =>
    updateChat(store, id, (now) => (now.status === 'ready' ? { ...now, earlier } : now));
  mark('loading');
  try {
    const page = await companion.earlierMessages(id, before);
    updateChat(store, id, (now) => withEarlier(now, before, page));
  } catch {
    mark('failed');
  }
}
