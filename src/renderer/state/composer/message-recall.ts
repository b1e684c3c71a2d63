import type { Message } from '../../../shared/transcript/transcript.ts';
import type { ComposerState, JustSent, SentMessage } from './composer-state.ts';

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
export function isStored(messages: readonly Message[], { text, after }: JustSent): boolean {
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
