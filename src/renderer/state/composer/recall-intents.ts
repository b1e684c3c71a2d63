import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import { type ParleyStore, updateComposer } from '../parley-store.ts';
import { type ComposerState, emptyComposer, type JustSent, type SentMessage } from './composer-state.ts';

/** Returns the person's sent messages, oldest first; the same text several times in a row counts once. */
export function sentMessages(messages: readonly Message[], justSent: JustSent | null): SentMessage[] {
  const shown: SentMessage[] = messages.flatMap((message) =>
    message.role === 'user' ? [{ id: message.id, text: message.text }] : [],
  );
  const underWay = justSent === null || isStored(messages, justSent) ? [] : [justSent];
  return [...shown, ...underWay.map(({ text }) => ({ id: Number.POSITIVE_INFINITY, text }))]
    .filter(({ text }) => text.trim() !== '')
    .filter(({ text }, index, all) => text !== all[index + 1]?.text);
}

/** True once a message that main has stored is in the chat. */
function isStored(messages: readonly Message[], { text, after }: JustSent): boolean {
  return messages.some((message) => message.role === 'user' && message.id > after && message.text === text);
}

/** The composer with the message before the one it shows, or undefined where there is none or it may not. */
export function recallOlder(
  composer: ComposerState,
  sent: readonly SentMessage[],
): ComposerState | undefined {
  if (composer.recalled === null) return composer.text === '' ? recall(composer, sent.at(-1)) : undefined;
  return recall(composer, sent.findLast(isBefore(composer.recalled, composer.text)));
}

/** The composer with the message after the one it shows; after the newest the field is empty again. */
export function recallNewer(
  composer: ComposerState,
  sent: readonly SentMessage[],
): ComposerState | undefined {
  const { recalled } = composer;
  if (recalled === null) return undefined;
  return (
    recall(
      composer,
      sent.find(({ id }) => id > recalled),
    ) ?? endRecall(composer)
  );
}

/** The empty field again, where a message that was brought back still stands in it as it was. */
export function endRecall(composer: ComposerState): ComposerState | undefined {
  return composer.recalled === null ? undefined : { ...composer, text: '', recalled: null };
}

function recall(composer: ComposerState, message: SentMessage | undefined): ComposerState | undefined {
  return message && { ...composer, text: message.text, recalled: message.id };
}

/** The text of what is shown does not come again, as when the chat has caught up with it meanwhile. */
function isBefore(before: SentMessage['id'], shown: string): (message: SentMessage) => boolean {
  return ({ id, text }) => id < before && text !== shown;
}

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
