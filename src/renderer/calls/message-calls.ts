import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { Attachment, AttachmentId } from '../../shared/transcript/attachment.ts';
import type { FoundFiles } from '../../shared/transcript/found-files.ts';
import type { Connection } from '../connection/connection.ts';

/** A message on its way to main; `key` makes a repeated call harmless. */
export type OutgoingMessage = { key: string; text: string; attachments: readonly AttachmentId[] };

/** How a queued message is taken back; `key` makes a repeated call harmless. */
export type TakenBack = { key: string; draft?: string };

/** What the composer asks of main. */
export type MessageCalls = {
  sendMessage(workspaceId: WorkspaceId, message: OutgoingMessage): Promise<void>;
  /** Puts a text in the place of one of the person's messages and of all after it. */
  resendMessage(workspaceId: WorkspaceId, messageId: MessageId, key: string, text: string): Promise<void>;
  /** Takes a message out of the queue; with `draft`, which holds its text, to be edited. */
  withdrawMessage(workspaceId: WorkspaceId, messageId: MessageId, taken: TakenBack): Promise<void>;
  saveMessageDraft(workspaceId: WorkspaceId, text: string): Promise<void>;
  findFiles(workspaceId: WorkspaceId, query: string, signal: AbortSignal): Promise<FoundFiles>;
  /** Stores a file for the unsent message; `data` is base64. */
  attach(workspaceId: WorkspaceId, file: { key: string; name: string; data: string }): Promise<Attachment>;
  detach(workspaceId: WorkspaceId, attachmentId: AttachmentId): Promise<void>;
  readAttachment(workspaceId: WorkspaceId, attachmentId: AttachmentId): Promise<{ data: string }>;
};

export function messageCalls({ call, callOnce }: Connection): MessageCalls {
  return {
    sendMessage: (workspaceId, { key, text, attachments }) =>
      call(
        async (client) =>
          void (await client.workspace.sendMessage({
            workspaceId,
            key,
            text,
            attachments: [...attachments],
          })),
      ),
    resendMessage: (workspaceId, messageId, key, text) =>
      call(
        async (client) => void (await client.workspace.resendMessage({ workspaceId, messageId, key, text })),
      ),
    withdrawMessage: (workspaceId, messageId, taken) =>
      call(
        async (client) => void (await client.workspace.withdrawMessage({ workspaceId, messageId, ...taken })),
      ),
    saveMessageDraft: (workspaceId, text) =>
      call(async (client) => void (await client.workspace.saveMessageDraft({ workspaceId, text }))),
    findFiles: (workspaceId, query, signal) =>
      callOnce((client) => client.workspace.findFiles({ workspaceId, query }, { signal })),
    attach: (workspaceId, file) => call((client) => client.workspace.attach({ workspaceId, ...file })),
    detach: (workspaceId, attachmentId) =>
      call(async (client) => void (await client.workspace.detach({ workspaceId, attachmentId }))),
    readAttachment: (workspaceId, attachmentId) =>
      call((client) => client.workspace.readAttachment({ workspaceId, attachmentId })),
  };
}
