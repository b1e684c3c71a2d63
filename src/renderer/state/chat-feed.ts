import type { WorkspaceId } from '../../shared/ids.ts';
import type { ChatItem, Companion } from '../companion.ts';
import { applyChatItems } from './chat-view.ts';
import { emptyComposer } from './composer-state.ts';
import { failureText } from '../connection/failure-text.ts';
import { frameBatch } from './frame-batch.ts';
import { type ParleyStore, updateChat, updateComposer } from './parley-store.ts';

/** Follows the open chat, and only that one. */
export type ChatFeed = { follow(id: WorkspaceId): void };

export function createChatFeed(companion: Companion, store: ParleyStore): ChatFeed {
  let watching = new AbortController();

  function follow(id: WorkspaceId): void {
    watching.abort();
    watching = new AbortController();
    const { signal } = watching;
    const batch = frameBatch<ChatItem>((items) =>
      updateChat(store, id, (chat) => applyChatItems(chat, items)),
    );
    signal.addEventListener('abort', () => batch.drop());
    const chat = store.getState().chats[id];
    if (chat?.status !== 'ready') updateChat(store, id, () => ({ status: 'loading' }));
    companion.watchChat(id, {
      after: chat?.status === 'ready' ? chat.cursor : undefined,
      signal,
      onItem(item) {
        if (item.type === 'snapshot') restoreDraft(store, id, item.state.messageDraft);
        batch.add(item);
      },
      onFailure(error) {
        updateChat(store, id, () => ({ status: 'failed', problem: failureText(error) }));
      },
    });
  }

  return { follow };
}

/** Main's copy of the unsent message counts only while this window has none of its own. */
function restoreDraft(store: ParleyStore, id: WorkspaceId, draft: string): void {
  if (draft === '' || store.getState().composers[id] !== undefined) return;
  updateComposer(store, id, () => ({ ...emptyComposer, text: draft }));
}
