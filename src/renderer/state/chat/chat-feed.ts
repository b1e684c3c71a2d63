import type { Chat } from '../../../shared/contract/contract.ts';
import type { Cursor } from '../../../shared/contract/feed.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ChatItem, Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { emptyComposer, withRewound, withStoredDraft } from '../composer/composer-state.ts';
import type { MessageDrafts } from '../composer/message-drafts.ts';
import { type ParleyStore, updateChat, updateComposer } from '../parley-store.ts';
import type { ChatAhead } from './chat-ahead.ts';
import { applyChatItems, whenReady } from './chat-view.ts';
import { createFrameQueue, type FrameQueue } from './frame-queue.ts';
import { newestPartOf } from './loaded-chat.ts';
import { splitText, textLength } from './text-items.ts';

/** How much text a slow machine can handle in one frame. */
const charactersPerFrame = 5_000;

/** Thirty updates a second look as smooth as sixty and are half the work. */
const restMs = 30;

/** In milliseconds; a covered window may get no frames. */
const patience = 200;

/** Delivers a chat's items at the pace of the window's frames. */
function createChatQueue(deliver: (items: ChatItem[]) => void): FrameQueue<ChatItem> {
  return createFrameQueue<ChatItem>({
    deliver,
    weigh: textLength,
    split: splitText,
    frameWeight: charactersPerFrame,
    restMs,
    nextFrame,
  });
}

function nextFrame(run: (now: number) => void): void {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run(performance.now());
  }, patience);
  const frame = requestAnimationFrame((now) => {
    clearTimeout(timer);
    run(now);
  });
}

export type ChatFeed = {
  follow(id: WorkspaceId): void;
  /**
   * Runs something with the next frame (a later one if it can wait), after everything that main sent of the open
   * chat before it is shown.
   */
  inOrder(run: () => void, canWait: boolean): void;
};

type ChatFeedDeps = {
  companion: Companion;
  store: ParleyStore;
  drafts: MessageDrafts;
  ahead: ChatAhead;
};

export function createChatFeed({ companion, store, drafts, ahead }: ChatFeedDeps): ChatFeed {
  let watching = new AbortController();
  let arrived: FrameQueue<ChatItem> | null = null;

  // A hidden page has no frames.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) arrived?.flush();
  });

  function follow(id: WorkspaceId): void {
    watching.abort();
    watching = new AbortController();
    const { signal } = watching;
    const queue = createChatQueue((items) => {
      updateChat(store, id, (chat) => applyChatItems(chat, items));
      followRewound({ store, drafts }, id);
    });
    arrived = queue;
    // Flushed, since main never sends again what the window has received in part.
    signal.addEventListener('abort', () => queue.flush());
    updateChat(store, id, whenReady(newestPartOf));
    const onItem = (item: ChatItem) => {
      queue.add(item);
      if (item.type !== 'snapshot') return;
      restoreDraft({ store, drafts }, id, item.state);
      queue.flush();
    };
    const watch = (after?: Cursor) =>
      companion.watchChat(id, {
        after,
        signal,
        onItem,
        onFailure(error) {
          updateChat(store, id, () => ({ status: 'failed', problem: failureText(error) }));
        },
      });
    const chat = store.getState().chats[id];
    if (chat?.status === 'ready') return watch(chat.cursor);
    updateChat(store, id, () => ({ status: 'loading' }));
    ahead.take(id, (end) => {
      if (signal.aborted) return;
      if (end !== null) onItem(end);
      watch(end?.cursor);
    });
  }

  function inOrder(run: () => void, canWait: boolean): void {
    if (arrived === null) return run();
    arrived.after(run, canWait);
    if (document.hidden) arrived.flush();
  }

  return { follow, inOrder };
}

type Composers = Pick<ChatFeedDeps, 'store' | 'drafts'>;

/** Only from the first snapshot: after it the window's own text is newer. */
function restoreDraft(
  { store, drafts }: Composers,
  id: WorkspaceId,
  { messageDraft, attached, transcript }: Chat,
): void {
  const before = store.getState().composers[id] ?? emptyComposer;
  if (before.restored) return;
  const begun = drafts.begin(id, messageDraft);
  updateComposer(store, id, (composer) => withStoredDraft(composer, begun, attached, transcript.rewound));
  if (begun !== messageDraft || before.text !== '') drafts.save(id, null, 'soon');
}

/**
 * Has the message in the field to which the chat went back. Main has stored it before what it had of the text; a window
 * stores it with what was typed there.
 */
function followRewound({ store, drafts }: Composers, id: WorkspaceId): void {
  const { chats, composers } = store.getState();
  const [chat, before] = [chats[id], composers[id]];
  if (chat?.status !== 'ready' || before?.restored !== true) return;
  const { rewound = null } = chat.transcript;
  const after = withRewound(before, rewound);
  if (after === before) return;
  updateComposer(store, id, () => after);
  if (rewound !== null && before.text !== '') drafts.save(id, null, 'now');
}
