import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
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
  /** Has a file of a message not go along, or go along after all. */
  dropFile(id: MessageId, file: AttachmentId, dropped: boolean): void;
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

export function createMessageEdits(parts: Parts): MessageEdits {
  const { companion, store, kept } = parts;
  const edits = createStore<Edits>(() => ({}));
  let restored = false;

  function change(id: MessageId, next: (edit: MessageEdit) => MessageEdit | undefined): void {
    const edit = edits.getState()[id];
    if (edit !== undefined) edits.setState({ [id]: next(edit) });
  }

  async function send(edit: MessageEdit): Promise<void> {
    const { id, workspaceId } = edit;
    const begun = beginSendingEdit(edit, crypto.randomUUID());
    const { key, text, dropped } = begun.attempt;
    const message = { workspaceId, messageId: id, key, text, dropped: [...dropped] };
    change(id, () => begun);
    try {
      await companion.client.workspace.resendMessage(message);
      change(id, () => undefined);
    } catch (error) {
      change(id, (now) => ({ ...now, sending: false, problem: failureText(error) }));
      rescue(edits, parts);
    }
  }

  store.subscribe((now, before) => {
    if (now.chats === before.chats) return;
    // Not before there is a chat: a browser takes its time to find what it keeps.
    if (!restored && Object.values(now.chats).some((chat) => chat?.status === 'ready')) {
      restored = true;
      restoreEdits(edits, kept);
    }
    rescue(edits, parts);
  });

  return {
    edits,
    editMessage: (workspaceId, id, original) =>
      edits.setState((all) => ({ [id]: { ...(all[id] ?? newEdit(workspaceId, id, original)), open: true } })),
    typeEdit: (id, text) => change(id, (edit) => ({ ...edit, text, problem: null })),
    dropFile: (id, file, isDropped) =>
      change(id, (edit) => {
        const others = edit.dropped.filter((other) => other !== file);
        return { ...edit, dropped: isDropped ? [...others, file] : others, problem: null };
      }),
    leaveEdit: (id) =>
      change(id, (edit) =>
        edit.text === edit.original && edit.dropped.length === 0 ? undefined : { ...edit, open: false },
      ),
    sendEdit(id) {
      const edit = edits.getState()[id];
      if (edit === undefined || edit.sending || isTooLong(edit.text)) return;
      void send(edit);
    },
  };
}

/** Moves to the composer what was typed into messages that are gone. */
function rescue(edits: StoreApi<Edits>, { store, typeMessage }: Parts): void {
  const { chats, composers } = store.getState();
  for (const { id, workspaceId, text, original } of orphanedEdits(edits.getState(), chats)) {
    edits.setState({ [id]: undefined });
    if (text === original || text.trim() === '') continue;
    const before = composers[workspaceId]?.text ?? '';
    typeMessage(workspaceId, before === '' ? text : `${before}\n${text}`);
    setNotice(store, workspaceId, movedHere);
  }
}
