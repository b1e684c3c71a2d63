import { ORPCError } from '@orpc/server';
import { failures } from '../../shared/contract/failures.ts';
import type { Conversation } from '../agent/conversation.ts';
import type { FileIndex } from '../agent/mentions/file-index.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { WithdrawalResult } from '../storage/withdrawal-store.ts';
import { mentionedFiles } from '../workspaces/mentioned-files.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { requireWorkspace } from './known-workspace.ts';

export type MessageCallParts = {
  workspaces: Workspaces;
  messages: PersonMessages;
  conversation: Conversation;
  files: FileIndex;
};

/** What a composer asks for: messages, queued and unsent ones. */
export function messageCalls(calls: Calls, { workspaces, messages, conversation, files }: MessageCallParts) {
  const { workspace } = calls;
  return {
    sendMessage: workspace.sendMessage.handler(({ input: { workspaceId, key, text, attachments } }) => {
      requireWorkspace(workspaces, workspaceId);
      const mentions = mentionedFiles(workspaces.row(workspaceId).folder, text);
      const message = { key, text, mentions, attachments };
      if (!messages.canQueue(workspaceId, message))
        throw new ORPCError('attachment-missing', failures['attachment-missing']);
      conversation.send(workspaceId, message);
    }),
    resendMessage: workspace.resendMessage.handler(
      async ({ input: { workspaceId, messageId, key, text } }) => {
        requireWorkspace(workspaces, workspaceId);
        const mentions = mentionedFiles(workspaces.row(workspaceId).folder, text);
        if (!(await conversation.resend(workspaceId, messageId, { key, text, mentions })))
          throw new ORPCError('no-such-message', failures['no-such-message']);
      },
    ),
    withdrawMessage: workspace.withdrawMessage.handler(({ input }) => {
      const { workspaceId, messageId, key, draft } = input;
      requireWorkspace(workspaces, workspaceId);
      orFail(messages.withdraw(workspaceId, messageId, { key, draft }));
      workspaces.changed(workspaceId);
    }),
    findFiles: workspace.findFiles.handler(({ input: { workspaceId, query }, signal }) => {
      requireWorkspace(workspaces, workspaceId);
      return files.find(workspaces.row(workspaceId).folder, query, signal ?? new AbortController().signal);
    }),
    saveMessageDraft: workspace.saveMessageDraft.handler(({ input }) => {
      requireWorkspace(workspaces, input.workspaceId);
      messages.saveDraft(input.workspaceId, input.text);
    }),
  };
}

function orFail(result: WithdrawalResult): void {
  switch (result) {
    case 'withdrawn':
    case 'repeated':
      return;
    case 'already-delivered':
    case 'not-queued':
      throw new ORPCError(result, failures[result]);
  }
}
