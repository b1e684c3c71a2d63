import type { WorkspaceId } from '../../shared/ids.ts';
import type { Companion } from '../companion.ts';
import { afterSending } from './composer-state.ts';
import type { DraftSaver } from './draft-saver.ts';
import { failureText } from '../connection/failure-text.ts';
import { type ParleyStore, updateComposer } from './parley-store.ts';

export type MessageSender = {
  typeMessage(id: WorkspaceId, text: string): void;
  /** Sends what the composer holds; the text stays there until main has stored it. */
  sendMessage(id: WorkspaceId): void;
};

export function createMessageSender(
  companion: Companion,
  store: ParleyStore,
  drafts: DraftSaver,
): MessageSender {
  function typeMessage(id: WorkspaceId, text: string): void {
    updateComposer(store, id, (composer) => ({ ...composer, text }));
    drafts.changed(id);
  }

  async function send(id: WorkspaceId, text: string): Promise<void> {
    updateComposer(store, id, (composer) => ({ ...composer, sending: text, problem: null }));
    try {
      await companion.sendMessage(id, crypto.randomUUID(), text);
      updateComposer(store, id, (composer) => afterSending(composer, text));
    } catch (error) {
      updateComposer(store, id, (composer) => ({
        ...composer,
        sending: null,
        problem: failureText(error),
      }));
    }
    drafts.changed(id);
  }

  return {
    typeMessage,
    sendMessage(id) {
      const composer = store.getState().composers[id];
      if (composer === undefined || composer.sending !== null || composer.text.trim() === '') return;
      void send(id, composer.text);
    },
  };
}
