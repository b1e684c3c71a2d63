import type { AttachmentId } from '../../shared/transcript/attachment.ts';

/** A person's message on its way in. `key` is the sender's; a key seen before is the same message. */
export type IncomingMessage = {
  key: string;
  text: string;
  mentions?: readonly string[];
  attachments?: readonly AttachmentId[];
};

/** The withdrawal of a queued message; `key` is the id of the call. */
export type WithdrawalRequest = { key: string; draft?: string | undefined };
