import type { ToolResult } from '../../src/shared/dialects/dialect.ts';
import { createActionStore } from '../../src/main/storage/action-store.ts';
import { createAskStore } from '../../src/main/storage/ask-store.ts';
import { createAttachmentStore } from '../../src/main/storage/attachment-store.ts';
import { type Database, inTransaction } from '../../src/main/storage/database.ts';
import { databaseIn } from '../../test/main/storage/prepared-database.ts';
import { createDraftStore } from '../../src/main/storage/draft-store.ts';
import { createMessageStore } from '../../src/main/storage/message-store.ts';
import { createPartStore } from '../../src/main/storage/part-store.ts';
import { createWorkspaceStore } from '../../src/main/storage/workspace-store.ts';
import { type MessageId, type ToolCallId, toolCallIdSchema, type WorkspaceId } from '../../src/shared/ids.ts';
import type { Outcome } from '../../src/shared/questions/questions.ts';
import type { ToolKind } from '../../src/shared/transcript/transcript.ts';
import { plainQuestion } from './asking.ts';
import { settledEdit } from './settled-edit.ts';

/** A time that every workload begins at, in milliseconds since 1970. */
const firstTime = Date.UTC(2026, 0, 1);

const asked = { asker: 'Claude', questions: [plainQuestion] };

/** The first option, chosen on the card. */
const picked = {
  type: 'answered',
  replies: [{ status: 'answered', questionId: '1', picks: ['A'], origin: 'picked' }],
  timedOut: false,
} satisfies Outcome;

function openUnsynced(dataDir: string): Database {
  const database = databaseIn(dataDir);
  for (const connection of [database.durable, database.relaxed]) connection.exec('PRAGMA synchronous = OFF');
  return database;
}

export type ChatWriter = ReturnType<typeof openChatWriter>;

/** Writes chats into a data folder through the app's own stores; nothing waits for the disk before `close`. */
export function openChatWriter(dataDir: string) {
  const database = openUnsynced(dataDir);
  const workspaces = createWorkspaceStore(database);
  const messages = createMessageStore(database, createAttachmentStore(database));
  // On one connection, so that many messages can be one transaction.
  const parts = createPartStore({ ...database, relaxed: database.durable });
  const asks = createAskStore(database, createDraftStore(database));
  const actions = createActionStore(database);
  let at = firstTime;
  let calls = 0;

  function addCall(messageId: MessageId, kind: ToolKind, toolName: string, input: unknown): ToolCallId {
    calls += 1;
    const toolCallId = toolCallIdSchema.parse(`call-${calls}`);
    parts.add({ messageId, step: 0, type: 'tool', kind, toolCallId, toolName, input }, at);
    return toolCallId;
  }

  function settle(messageId: MessageId, toolCallId: ToolCallId, result: ToolResult): void {
    parts.settle({ messageId, toolCallId }, result, { at: at + 2_000, since: 0 });
  }

  return {
    addWorkspace(id: WorkspaceId, name: string, folder: string): void {
      workspaces.add({ id, name, folder, mode: 'exec', agent: 'anthropic/claude-test', dialect: null, at });
    },
    addPrompt(workspaceId: WorkspaceId, key: string, text: string): void {
      at += 60_000;
      const id = messages.addUserMessage({ workspaceId, key, text, mentions: [], attachments: [], at });
      messages.deliver(id);
    },
    /** An agent's message that is complete once `fill` has added what it holds. */
    addAnswer(workspaceId: WorkspaceId, fill: (id: MessageId) => void): void {
      at += 10_000;
      const id = messages.addAgentMessage(workspaceId, at);
      inTransaction(database.durable, () => fill(id));
      messages.completeSteps(id, 1);
    },
    addText(messageId: MessageId, text: string): void {
      parts.add({ messageId, step: 0, type: 'text', text }, at);
    },
    addRead(messageId: MessageId, path: string): void {
      const id = addCall(messageId, 'plain', 'read_file', { path });
      settle(messageId, id, { ok: true, text: `1\tThe content of ${path}` });
    },
    addQuestion(workspaceId: WorkspaceId, messageId: MessageId): void {
      const toolCallId = addCall(messageId, 'question', 'ask_user_question', {});
      asks.open({ ...asked, workspaceId, toolCallId, messageId, openedAt: at });
      asks.settle(workspaceId, toolCallId, { outcome: picked, where: 'card', at });
      settle(messageId, toolCallId, { ok: true, text: 'A' });
    },
    addEdit(workspaceId: WorkspaceId, messageId: MessageId): void {
      const toolCallId = addCall(messageId, 'preview', 'edit_file', {});
      actions.save(settledEdit({ workspaceId, messageId, toolCallId, at }));
      settle(messageId, toolCallId, { ok: true, text: 'Staged.' });
    },
    close: () => database.close(),
  };
}
