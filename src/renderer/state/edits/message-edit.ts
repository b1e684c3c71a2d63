import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import type { ParleyState } from '../parley-store.ts';

type EditAttempt = { key: string; text: string; dropped: readonly AttachmentId[] };

/** A message of the person being written anew. Leaving keeps the text, for as long as the window is there. */
export type MessageEdit = {
  workspaceId: WorkspaceId;
  id: MessageId;
  /** Current text of the message; `text` is the new one. */
  original: string;
  text: string;
  /** What was attached to it and does not go along. */
  dropped: readonly AttachmentId[];
  open: boolean;
  sending: boolean;
  /** The last attempt that main has not acknowledged: the same message goes out under the same key again. */
  attempt: EditAttempt | null;
  problem: string | null;
};

export type Edits = Readonly<Record<MessageId, MessageEdit | undefined>>;

export function newEdit(workspaceId: WorkspaceId, id: MessageId, original: string): MessageEdit {
  return {
    workspaceId,
    id,
    original,
    text: original,
    dropped: [],
    open: true,
    sending: false,
    attempt: null,
    problem: null,
  };
}

/** An edit on its way, under its last key when it is the same. */
export function beginSendingEdit(edit: MessageEdit, newKey: string): MessageEdit & { attempt: EditAttempt } {
  const { text, dropped, attempt } = edit;
  const isSame = attempt?.text === text && attempt.dropped.join() === dropped.join();
  const again = isSame ? attempt : { key: newKey, text, dropped };
  return { ...edit, sending: true, attempt: again, problem: null };
}

/** The edits whose messages have left their chats, such as by another window; not those on their way. */
export function orphanedEdits(edits: Edits, chats: ParleyState['chats']): MessageEdit[] {
  return Object.values(edits).filter((edit): edit is MessageEdit => {
    if (edit === undefined || edit.sending) return false;
    const chat = chats[edit.workspaceId];
    return chat?.status === 'ready' && hasLeft(chat.transcript, edit.id);
  });
}

/** True if a message is gone; one from before the loaded part may only be out of sight. */
function hasLeft({ messages, hasEarlier }: Transcript, id: MessageId): boolean {
  const outOfSight = hasEarlier && id < (messages[0]?.id ?? 0);
  return !outOfSight && messages.every((message) => message.id !== id);
}
