import type { WorkspaceId } from '../../shared/ids.ts';
import { emptyComposer } from './composer-state.ts';
import { endRecall, recallNewer, recallOlder, sentMessages } from './message-recall.ts';
import { type ParleyStore, updateComposer } from './parley-store.ts';

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
  return {
    recallMessage(id, step) {
      const { composers, chats } = store.getState();
      const composer = composers[id] ?? emptyComposer;
      const chat = chats[id];
      const sent = chat?.status === 'ready' ? sentMessages(chat.transcript.messages) : [];
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
