import type { MessageId } from '../../../shared/ids.ts';
import type { MessageCount, Stretch } from '../../../shared/transcript/stretch.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';

/** A message of which it is known how many stand before it. */
export type CountedMessage = MessageCount & { messageId: MessageId };

/** Where the loaded messages stand in the whole chat, counted from 1, and how many that has. */
export type MessagePositions = { at: ReadonlyMap<MessageId, number>; of: number };

/** The positions of messages, of which one was counted; null when that is not among them. */
export function messagePositions(
  { messages, hasLater }: Pick<Stretch, 'messages' | 'hasLater'>,
  counted: CountedMessage,
): MessagePositions | null {
  const shown = messages.filter(isShown);
  const index = shown.findIndex(({ id }) => id === counted.messageId);
  if (index < 0) return null;
  const before = counted.before - index;
  const last = before + shown.length;
  return {
    at: new Map(shown.map(({ id }, place) => [id, before + place + 1])),
    of: hasLater ? Math.max(counted.all, last) : last,
  };
}

/** A message that waits in the queue stands above the composer. */
export function isShown(message: Message): boolean {
  return message.role !== 'user' || !message.queued;
}
