import type { ChatCommands } from '../agents/chat-commands.ts';
import type { FileIndex } from '../folder/file-index.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import { mentionedFiles } from '../folder/mentioned-files.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

export type MessageCallParts = {
  workspaces: Workspaces;
  messages: PersonMessages;
  commands: ChatCommands;
  files: FileIndex;
};

/** The calls of a composer: messages, queued and unsent ones. */
export function messageCalls(calls: Calls, { workspaces, messages, commands, files }: MessageCallParts) {
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  return {
    sendMessage: workspace.sendMessage
      .use(known)
      .handler(({ input: { workspaceId, key, text, attachments }, errors }) => {
        const mentions = mentionedFiles(workspaces.row(workspaceId).folder, text);
        const message = { key, text, mentions, attachments };
        if (!messages.canQueue(workspaceId, message)) throw errors['attachment-missing']();
        commands.send(workspaceId, message);
      }),
    resendMessage: workspace.resendMessage
      .use(known)
      .handler(async ({ input: { workspaceId, messageId, key, text }, errors }) => {
        const mentions = mentionedFiles(workspaces.row(workspaceId).folder, text);
        if (!(await commands.resend(workspaceId, messageId, { key, text, mentions })))
          throw errors['no-such-message']();
      }),
    withdrawMessage: workspace.withdrawMessage.use(known).handler(({ input, errors }) => {
      const { workspaceId, messageId, key, draft } = input;
      const result = messages.withdraw(workspaceId, messageId, { key, draft });
      if (result === 'already-delivered' || result === 'not-queued') throw errors[result]();
      workspaces.changed(workspaceId);
    }),
    findFiles: workspace.findFiles.use(known).handler(({ input: { workspaceId, query }, signal }) => {
      return files.find(workspaces.row(workspaceId).folder, query, signal ?? new AbortController().signal);
    }),
    saveMessageDraft: workspace.saveMessageDraft.use(known).handler(({ input }) => {
      messages.saveDraft(input.workspaceId, input.text);
    }),
  };
}
