import type { Chat } from '../../../shared/contract/contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ChatItem, Companion } from '../../companion.ts';
import { failureText } from '../../connection/failure-text.ts';
import type { DraftSaver } from '../../draft-saver.ts';
import { splitText, textLength } from './chat-text.ts';
import { applyChatItems, whenReady } from './chat-view.ts';
import { emptyComposer, withStoredDraft } from '../composer/composer-state.ts';
import { createFrameQueue, type FrameQueue } from './frame-queue.ts';
import { type ParleyStore, updateChat, updateComposer } from '../parley-store.ts';
import { putAway } from './shown-stretch.ts';

/** Follows the open chat, and only that one. */
export type ChatFeed = {
  follow(id: WorkspaceId): void;
  /** Runs something with the next frame, once all that has come of the open chat is shown: main said that before. */
  inOrder(run: () => void): void;
};

/** How many characters of an answer a frame can take on a slow machine. */
const charactersPerFrame = 4_000;

/** Text grows by thirty frames a second: as smooth to the eye as by sixty, and half the work. */
const restMs = 30;

export function createChatFeed(
  companion: Companion,
  store: ParleyStore,
  drafts: DraftSaver<WorkspaceId, null>,
): ChatFeed {
  let watching = new AbortController();
  let arrived: FrameQueue<ChatItem> | null = null;

  // A page that is out of sight has no frames.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) arrived?.flush();
  });

  function follow(id: WorkspaceId): void {
    watching.abort();
    watching = new AbortController();
    const { signal } = watching;
    const queue = createFrameQueue<ChatItem>({
      deliver: (items) => updateChat(store, id, (chat) => applyChatItems(chat, items)),
      weigh: textLength,
      split: splitText,
      frameWeight: charactersPerFrame,
      restMs,
      nextFrame: (run) => requestAnimationFrame(run),
    });
    arrived = queue;
    // A piece of which the chat has a part already is never asked for again.
    signal.addEventListener('abort', () => queue.flush());
    updateChat(store, id, whenReady(putAway));
    const chat = store.getState().chats[id];
    if (chat?.status !== 'ready') updateChat(store, id, () => ({ status: 'loading' }));
    companion.watchChat(id, {
      after: chat?.status === 'ready' ? chat.cursor : undefined,
      signal,
      onItem(item) {
        if (item.type === 'snapshot') restoreDraft(id, item.state);
        queue.add(item);
      },
      onFailure(error) {
        updateChat(store, id, () => ({ status: 'failed', problem: failureText(error) }));
      },
    });
  }

  /** Only the first snapshot counts: from then on the window's own text is the newer one. */
  function restoreDraft(id: WorkspaceId, { messageDraft, attached }: Chat): void {
    const before = store.getState().composers[id] ?? emptyComposer;
    updateComposer(store, id, (composer) => withStoredDraft(composer, messageDraft, attached));
    if (!before.restored && before.text !== '') drafts.save(id, null, 'soon');
  }

  function inOrder(run: () => void): void {
    if (arrived === null) return run();
    arrived.after(run);
    if (document.hidden) arrived.flush();
  }

  return { follow, inOrder };
}
