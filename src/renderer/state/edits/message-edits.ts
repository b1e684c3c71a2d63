import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { beginSendingEdit, type Edits, orphanedEdits, type MessageEdit, newEdit } from './message-edit.ts';
import { type KeptEdits, restoreEdits } from './kept-edits.ts';
import { type ParleyStore, setNotice } from '../parley-store.ts';
import { isTooLong } from '../text-limit.ts';

export type MessageEdits = {
  edits: StoreApi<Edits>;
  /** Opens a message for editing, with what was typed into it before. */
  editMessage(workspaceId: WorkspaceId, id: MessageId, original: string): void;
  typeEdit(id: MessageId, text: string): void;
  leaveEdit(id: MessageId): void;
  /** Sends an edited message in place of the old one and of all after it. */
  sendEdit(id: MessageId): void;
};

type Parts = {
  kept: KeptEdits;
  companion: Companion;
  store: ParleyStore;
  /** Receives the text of an edit whose message is not there any more. */
  typeMessage(id: WorkspaceId, text: string): void;
};

const movedHere = 'The message you were editing is no longer in the chat; your text was moved here.';

export function createMessageEdits({ companion, store, kept, typeMessage }: Parts): MessageEdits {
  const edits = createStore<Edits>(() => ({}));
  let restored = false;

  function change(id: MessageId, next: (edit: MessageEdit) => MessageEdit | undefined): void {
    const edit = edits.getState()[id];
    if (edit !== undefined) edits.setState({ [id]: next(edit) });
  }

  async function send(edit: MessageEdit): Promise<void> {
    const { id, workspaceId, text } = edit;
    const begun = beginSendingEdit(edit, crypto.randomUUID());
    const { key } = begun.attempt;
    change(id, () => begun);
    try {
      await companion.client.workspace.resendMessage({ workspaceId, messageId: id, key, text });
      change(id, () => undefined);
    } catch (error) {
      change(id, (now) => ({ ...now, sending: false, problem: failureText(error) }));
      rescue();
    }
  }

  /** Moves to the composer what was typed into messages that are gone. */
  function rescue(): void {
    const { chats, composers } = store.getState();
    for (const { id, workspaceId, text, original } of orphanedEdits(edits.getState(), chats)) {
      edits.setState({ [id]: undefined });
      if (text === original || text.trim() === '') continue;
      const before = composers[workspaceId]?.text ?? '';
      typeMessage(workspaceId, before === '' ? text : `${before}\n${text}`);
      setNotice(store, workspaceId, movedHere);
    }
  }

  store.subscribe((now, before) => {
    if (now.chats === before.chats) return;
    // Not before there is a chat: a browser takes its time to find what it keeps.
    if (!restored && Object.values(now.chats).some((chat) => chat?.status === 'ready')) {
      restored = true;
      restoreEdits(edits, kept);
    }
    rescue();
  });

  return {
    edits,
    editMessage: (workspaceId, id, original) =>
      edits.setState((all) => ({ [id]: { ...(all[id] ?? newEdit(workspaceId, id, original)), open: true } })),
    typeEdit: (id, text) => change(id, (edit) => ({ ...edit, text, problem: null })),
    leaveEdit: (id) =>
      change(id, (edit) => (edit.text === edit.original ? undefined : { ...edit, open: false })),
    sendEdit(id) {
      const edit = edits.getState()[id];
      if (edit === undefined || edit.sending || edit.text.trim() === '' || isTooLong(edit.text)) return;
      void send(edit);
    },
  };
}
