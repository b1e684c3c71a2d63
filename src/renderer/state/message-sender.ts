import type { WorkspaceId } from '../../shared/ids.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/failure-text.ts';
import type { DraftSaver } from '../draft-saver.ts';
import { afterSending, beginSending, isReady, type ComposerState } from './composer-state.ts';
import { type ParleyStore, updateComposer } from './parley-store.ts';
import { isTooLong } from './text-limit.ts';

export type MessageSender = {
  typeMessage(id: WorkspaceId, text: string): void;
  /** Sends what the composer holds; the text stays there until main has stored it. */
  sendMessage(id: WorkspaceId): void;
};

export function createMessageSender(
  companion: Companion,
  store: ParleyStore,
  drafts: DraftSaver<WorkspaceId, null>,
): MessageSender {
  function typeMessage(id: WorkspaceId, text: string): void {
    updateComposer(store, id, (composer) => ({ ...composer, text, recalled: null }));
    drafts.save(id, null, 'soon');
  }

  async function send(id: WorkspaceId, composer: ComposerState): Promise<void> {
    const begun = beginSending(composer, crypto.randomUUID());
    const { key, text, attachments } = begun.attempt;
    const justSent = { text, after: newestOf(store, id) };
    updateComposer(store, id, () => begun);
    try {
      await companion.sendMessage(id, { key, text, attachments });
      updateComposer(store, id, (now) => ({ ...afterSending(now, begun.attempt), justSent }));
    } catch (error) {
      updateComposer(store, id, (now) => ({ ...now, sending: null, problem: failureText(error) }));
    }
    drafts.save(id, null, 'soon');
  }

  return {
    typeMessage,
    sendMessage(id) {
      const composer = store.getState().composers[id];
      if (composer === undefined || !isReady(composer) || isTooLong(composer.text)) return;
      void send(id, composer);
    },
  };
}

/** The newest message of a chat as far as this window knows; 0 for none. */
function newestOf(store: ParleyStore, id: WorkspaceId): number {
  const chat = store.getState().chats[id];
  return chat?.status === 'ready' ? (chat.transcript.messages.at(-1)?.id ?? 0) : 0;
}
