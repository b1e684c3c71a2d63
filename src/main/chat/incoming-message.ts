import type { MessageId } from '../../shared/ids.ts';
import type { Attachment, AttachmentId } from '../../shared/transcript/attachment.ts';
import type { UserMessage } from '../../shared/transcript/transcript.ts';

/** A person's message on its way in. `key` is the sender's; a key seen before is the same message. */
export type IncomingMessage = {
  key: string;
  text: string;
  mentions?: readonly string[];
  attachments?: readonly AttachmentId[];
};

/** A message that is taken out of the queue; `key` is the call's. */
export type TakenBack = { key: string; draft?: string | undefined };

type StoredMessage = {
  id: MessageId;
  text: string;
  mentions: readonly string[];
  attachments: Attachment[];
  at: number;
};

/** A message as windows see it until the agent gets it. */
export function queuedMessage({ id, text, mentions, attachments, at }: StoredMessage): UserMessage {
  return { role: 'user', id, createdAt: at, text, queued: true, mentions: [...mentions], attachments };
}
