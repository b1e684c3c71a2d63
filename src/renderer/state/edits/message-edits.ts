import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { AttachmentId } from '../../../shared/transcript/attachment.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { createDraftSaver } from '../../draft-saver.ts';
import type { Timing } from '../../page-timing.ts';
import { type KeptTexts, readKept, writeKept } from '../kept-texts.ts';
import { type ParleyState, type ParleyStore, setChatLine } from '../parley-store.ts';
import { isTooLong } from '../text-limit.ts';

export type MessageEdits = {
  edits: StoreApi<Edits>;
  /** Opens a message for editing, with what was typed into it before. */
  editMessage(workspaceId: WorkspaceId, id: MessageId, original: string): void;
  typeEdit(id: MessageId, text: string): void;
  /** Leaves a file of a message out, or takes it back in. */
  dropFile(id: MessageId, file: AttachmentId, dropped: boolean): void;
  leaveEdit(id: MessageId): void;
  /** Sends an edited message in place of the old one and all after it. */
  sendEdit(id: MessageId): void;
};

type MessageEditsDeps = {
  kept: KeptEdits;
  companion: Companion;
  store: ParleyStore;
  /** Receives the text of an edit whose message is gone. */
  typeMessage(id: WorkspaceId, text: string): void;
};

const movedHere = 'The message you were editing is no longer in the chat; your text was moved here.';

export function createMessageEdits(deps: MessageEditsDeps): MessageEdits {
  const { companion, store, kept } = deps;
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
      rescue(edits, deps);
    }
  }

  store.subscribe((now, before) => {
    if (now.chats === before.chats) return;
    // Not before a chat is ready: session storage is slow to begin with.
    if (!restored && Object.values(now.chats).some((chat) => chat?.status === 'ready')) {
      restored = true;
      restoreEdits(edits, kept);
    }
    rescue(edits, deps);
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

/** Moves edits of messages that are gone into the composer. */
function rescue(edits: StoreApi<Edits>, { store, typeMessage }: MessageEditsDeps): void {
  const { chats, composers } = store.getState();
  for (const { id, workspaceId, text, original } of orphanedEdits(edits.getState(), chats)) {
    edits.setState({ [id]: undefined });
    if (text === original || text.trim() === '') continue;
    const before = composers[workspaceId]?.text ?? '';
    typeMessage(workspaceId, before === '' ? text : `${before}\n${text}`);
    setChatLine(store, workspaceId, movedHere);
  }
}

type EditAttempt = { key: string; text: string; dropped: readonly AttachmentId[] };

/** An edit of a sent message. Leaving it keeps the text as long as the window lives. */
export type MessageEdit = {
  workspaceId: WorkspaceId;
  id: MessageId;
  /** The text of the message before the edit. */
  original: string;
  text: string;
  /** Attached files that do not go along. */
  dropped: readonly AttachmentId[];
  open: boolean;
  sending: boolean;
  /** The last attempt that main has not acknowledged: the same message is sent again under the same key. */
  attempt: EditAttempt | null;
  problem: string | null;
};

type Edits = Readonly<Record<MessageId, MessageEdit | undefined>>;

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

/** Returns an edit being sent, under its last key if nothing changed. */
export function beginSendingEdit(edit: MessageEdit, newKey: string): MessageEdit & { attempt: EditAttempt } {
  const { text, dropped, attempt } = edit;
  const isSame = attempt?.text === text && attempt.dropped.join() === dropped.join();
  const again = isSame ? attempt : { key: newKey, text, dropped };
  return { ...edit, sending: true, attempt: again, problem: null };
}

/** Returns edits whose messages are gone, such as by another window, without those being sent. */
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

type KeptEdit = Pick<MessageEdit, 'workspaceId' | 'id' | 'original' | 'text' | 'dropped' | 'open'>;

type KeptEdits = {
  /** The edits that were open when the page was left. */
  read(): Edits;
  /** Keeps edits, at the latest when the page is left. */
  save(edits: Edits): void;
};

/** Restores kept edits, and keeps them from then on. */
function restoreEdits(edits: StoreApi<Edits>, kept: KeptEdits): void {
  edits.setState(kept.read());
  edits.subscribe((now) => kept.save(now));
}

const place = 'parley-edits';

/** Keeps open edits over a reload of the window. */
export function createKeptEdits(texts: KeptTexts, timing: Timing): KeptEdits {
  const saver = createDraftSaver((_place: typeof place, edits: Edits) => write(texts, edits), timing);
  return {
    read: () =>
      Object.fromEntries(
        readKept(texts, place)
          .filter(isKeptEdit)
          .map((kept) => [kept.id, asEdit(kept)]),
      ),
    save: (edits) => saver.save(place, edits, 'soon'),
  };
}

function write(texts: KeptTexts, edits: Edits): void {
  const kept = Object.values(edits).flatMap((edit) => (edit === undefined ? [] : [asKept(edit)]));
  writeKept(texts, place, kept);
}

function asKept({ workspaceId, id, original, text, dropped, open }: MessageEdit): KeptEdit {
  return { workspaceId, id, original, text, dropped, open };
}

function asEdit({ workspaceId, id, original, text, dropped, open }: KeptEdit): MessageEdit {
  return { ...newEdit(workspaceId, id, original), text, dropped, open };
}

function isKeptEdit(value: unknown): value is KeptEdit {
  if (typeof value !== 'object' || value === null) return false;
  const kept: Partial<Record<keyof KeptEdit, unknown>> = value;
  return (
    [kept.workspaceId, kept.original, kept.text].every((part) => typeof part === 'string') &&
    Number.isInteger(kept.id) &&
    Array.isArray(kept.dropped) &&
    kept.dropped.every((file) => typeof file === 'string') &&
    typeof kept.open === 'boolean'
  );
}
