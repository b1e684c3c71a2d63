import type { MessageId } from '../../shared/ids.ts';
import type { Message } from '../../shared/transcript/transcript.ts';
import type { ComposerState } from './composer-state.ts';

/** A message of the person that can be brought back. */
export type SentMessage = { id: MessageId; text: string };

/** What the person sent, oldest first; the same text several times in a row counts once. */
export function sentMessages(messages: readonly Message[]): SentMessage[] {
  const sent = messages.filter((message) => message.role === 'user' && message.text.trim() !== '');
  return sent
    .flatMap((message) => (message.role === 'user' ? [{ id: message.id, text: message.text }] : []))
    .filter(({ text }, index, all) => text !== all[index + 1]?.text);
}

/** The composer with the message before the one it shows, or undefined where there is none or it may not. */
export function recallOlder(
  composer: ComposerState,
  sent: readonly SentMessage[],
): ComposerState | undefined {
  if (composer.recalled === null) return composer.text === '' ? recall(composer, sent.at(-1)) : undefined;
  return recall(composer, sent.findLast(isBefore(composer.recalled)));
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

function isBefore(before: MessageId): (message: SentMessage) => boolean {
  return ({ id }) => id < before;
}
