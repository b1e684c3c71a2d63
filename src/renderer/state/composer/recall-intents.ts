import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { SentMessages } from '../../../shared/transcript/message-page.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import { type ParleyStore, updateComposer } from '../parley-store.ts';
import { type ComposerState, emptyComposer, type JustSent, type SentMessage } from './composer-state.ts';

/**
 * Returns the person's sent messages, oldest first: those read from before the loaded part, then the loaded ones.
 * Repeats in a row count once.
 */
function sentMessages(
  messages: readonly Message[],
  justSent: JustSent | null,
  earlier: readonly SentMessage[] = [],
): SentMessage[] {
  const [oldest] = messages;
  const before = earlier.filter(({ id }) => oldest === undefined || id < oldest.id);
  const shown: SentMessage[] = messages.flatMap((message) =>
    message.role === 'user' ? [{ id: message.id, text: message.text }] : [],
  );
  const underWay = justSent === null || isStored(messages, justSent) ? [] : [justSent];
  return [...before, ...shown, ...underWay.map(({ text }) => ({ id: Number.POSITIVE_INFINITY, text }))]
    .filter(({ text }) => text.trim() !== '')
    .filter(({ text }, index, all) => text !== all[index + 1]?.text);
}

/** True once a message that main has stored shows in the chat. */
function isStored(messages: readonly Message[], { text, after }: JustSent): boolean {
  return messages.some((message) => message.role === 'user' && message.id > after && message.text === text);
}

/** Returns the composer with the next older message; undefined where there is none, or text was typed. */
function recallOlder(composer: ComposerState, sent: readonly SentMessage[]): ComposerState | undefined {
  if (composer.recalled === null) return composer.text === '' ? recall(composer, sent.at(-1)) : undefined;
  return recall(composer, sent.findLast(isBefore(composer.recalled, composer.text)));
}

/** Returns the composer with the next newer message; empty after the newest. */
function recallNewer(composer: ComposerState, sent: readonly SentMessage[]): ComposerState | undefined {
  const { recalled } = composer;
  if (recalled === null) return undefined;
  return (
    recall(
      composer,
      sent.find(({ id }) => id > recalled),
    ) ?? endRecall(composer)
  );
}

/** Empties the field if a recalled message stands in it unchanged. */
function endRecall(composer: ComposerState): ComposerState | undefined {
  return composer.recalled === null ? undefined : { ...composer, text: '', recalled: null };
}

function recall(composer: ComposerState, message: SentMessage | undefined): ComposerState | undefined {
  return message && { ...composer, text: message.text, recalled: message.id };
}

/** Skips messages with the shown text, as when the chat has caught up with it meanwhile. */
function isBefore(before: SentMessage['id'], shown: string): (message: SentMessage) => boolean {
  return ({ id, text }) => id < before && text !== shown;
}

export type RecallStep = 'older' | 'newer' | 'none';

export type RecallIntents = {
  /**
   * Shows an older or newer message in the field, or the empty field again. False if none was sent, or text was
   * typed.
   */
  recallMessage(id: WorkspaceId, step: RecallStep): boolean;
};

type ReadSent = (asked: { workspaceId: WorkspaceId; before: MessageId }) => Promise<SentMessages>;

/** `readSent` reads what was sent before a message, once the oldest known one is shown. */
export function createRecallIntents(store: ParleyStore, readSent: ReadSent): RecallIntents {
  store.subscribe((now, before) => {
    if (now.chats !== before.chats && now.openId !== null) forgetShown(store, now.openId);
  });
  const reading = new Set<WorkspaceId>();

  function known(id: WorkspaceId, { justSent, sentEarlier }: ComposerState): SentMessage[] {
    const chat = store.getState().chats[id];
    return chat?.status === 'ready' ? sentMessages(chat.transcript.messages, justSent, sentEarlier) : [];
  }

  /**
   * Reads messages from before the known ones; shows the next one if the person already asked for it `inVain`.
   */
  async function readEarlier(id: WorkspaceId, composer: ComposerState, inVain: boolean): Promise<void> {
    const chat = store.getState().chats[id];
    if (chat?.status !== 'ready' || !chat.transcript.hasEarlier || reading.has(id)) return;
    const before = composer.sentEarlier[0]?.id ?? chat.transcript.messages[0]?.id;
    if (before === undefined) return;
    reading.add(id);
    try {
      const read = await readSent({ workspaceId: id, before });
      updateComposer(store, id, (now) => {
        const wider = { ...now, sentEarlier: [...read, ...now.sentEarlier] };
        const isUntouched = now.text === composer.text && now.recalled === composer.recalled;
        return (inVain && isUntouched && recallOlder(wider, known(id, wider))) || wider;
      });
    } catch {
      // A failed read is tried again with the next press.
    } finally {
      reading.delete(id);
    }
  }

  return {
    recallMessage(id, step) {
      const stored = store.getState().composers[id] ?? emptyComposer;
      // The chat may have changed since the last recall.
      const composer = stored.recalled === null ? { ...stored, sentEarlier: [] } : stored;
      const sent = known(id, composer);
      const change = { older: recallOlder, newer: recallNewer, none: endRecall }[step];
      const changed = change(composer, sent);
      if (changed !== undefined) updateComposer(store, id, () => changed);
      const isOldest = changed === undefined || changed.recalled === sent[0]?.id;
      const wanders = composer.text === '' || composer.recalled !== null;
      if (step === 'older' && isOldest && wanders)
        void readEarlier(id, changed ?? composer, changed === undefined);
      return changed !== undefined || composer.recalled !== null;
    },
  };
}

/** Forgets a just-sent message once it is in the chat, where it may change. */
function forgetShown(store: ParleyStore, id: WorkspaceId): void {
  const { composers, chats } = store.getState();
  const justSent = composers[id]?.justSent ?? null;
  const chat = chats[id];
  if (justSent === null || chat?.status !== 'ready' || !isStored(chat.transcript.messages, justSent)) return;
  updateComposer(store, id, (composer) => ({ ...composer, justSent: null }));
}
