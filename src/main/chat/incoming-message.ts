import type { AttachmentId } from '../../shared/transcript/attachment.ts';

/** A person's message on its way in. `key` is the sender's; a key seen before is the same message. */
export type IncomingMessage = {
  key: string;
  text: string;
  mentions?: readonly string[];
  attachments?: readonly AttachmentId[];
};

/** A message that is taken out of the queue; `key` is the call's. */
export type TakenBack = { key: string; draft?: string | undefined };
