import type { WorkspaceId } from '../../../shared/ids.ts';
import { emptyComposer } from './composer-state.ts';
import { endRecall, isStored, recallNewer, recallOlder, sentMessages } from './message-recall.ts';
import { type ParleyStore, updateComposer } from '../parley-store.ts';

export type RecallStep = 'older' | 'newer' | 'none';

export type RecallIntents = {
  /**
   * Shows an older or newer message of the person in the field, or the empty field again. False when
   * the field is not one to do so in: none was sent, or something typed stands there.
   */
  recallMessage(id: WorkspaceId, step: RecallStep): boolean;
};

/** `loadEarlier` fetches more of the chat once the oldest loaded message is shown. */
export function createRecallIntents(
  store: ParleyStore,
  loadEarlier: (id: WorkspaceId) => Promise<void>,
): RecallIntents {
  store.subscribe((now, before) => {
    if (now.chats !== before.chats && now.openId !== null) forgetShown(store, now.openId);
  });
  return {
    recallMessage(id, step) {
      const { composers, chats } = store.getState();
      const composer = composers[id] ?? emptyComposer;
      const chat = chats[id];
      const sent = chat?.status === 'ready' ? sentMessages(chat.transcript.messages, composer.justSent) : [];
      const change = { older: recallOlder, newer: recallNewer, none: endRecall }[step];
      const changed = change(composer, sent);
      if (changed !== undefined) updateComposer(store, id, () => changed);
      const isOldest = changed === undefined || changed.recalled === sent[0]?.id;
      const wanders = composer.text === '' || composer.recalled !== null;
      if (step === 'older' && isOldest && wanders) void loadEarlier(id);
      return changed !== undefined || composer.recalled !== null;
    },
  };
}

/** Forgets a just-sent message once it is in the chat, where it may be changed. */
function forgetShown(store: ParleyStore, id: WorkspaceId): void {
  const { composers, chats } = store.getState();
  const justSent = composers[id]?.justSent ?? null;
  const chat = chats[id];
  if (justSent === null || chat?.status !== 'ready' || !isStored(chat.transcript.messages, justSent)) return;
  updateComposer(store, id, (composer) => ({ ...composer, justSent: null }));
}
