import {
  commandCalls,
  branchCalls,
  formCalls,
  messageCalls,
  permissionCalls,
  previewCalls,
  questionCalls,
  ruleCalls,
  rewindCalls,
  turnChangeCalls,
} from './chat-contract.ts';
import {
  agentCalls,
  agentNameSchema,
  agentOptionCalls,
  chatAgentCalls,
  folderCalls,
  ledgerCalls,
  outsideCalls,
  serverCalls,
  terminalCalls,
  trustCalls,
  worktreeCalls,
} from './app-contract.ts';
import { type ContractRouterClient, eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { messageIdSchema } from '../ids.ts';
import { attachmentSchema } from '../transcript/attachment.ts';
import {
  foundLinesSchema,
  foundMessagesSchema,
  messageCountSchema,
  messagePageSchema,
  pagePositionSchema,
  sentMessagesSchema,
} from '../transcript/message-page.ts';
import { recentFolderSchema, workspaceSchema } from '../workspace/workspace.ts';
import { transcriptEventSchema } from '../transcript/transcript-event.ts';
import { transcriptSchema } from '../transcript/transcript.ts';
import { longestName } from '../workspace/longest-name.ts';
import { appEventSchema, appStateSchema } from './app-state.ts';
import { bringBackCalls } from './bring-back.ts';
import { settingsChangeSchema } from './settings.ts';
import { call, inChat, inWorkspace } from './call.ts';
import { commitCalls } from './commit-contract.ts';
import { pushCalls } from './push-contract.ts';
import { failures } from './failures.ts';
import { cursorSchema, feedItemSchema, type Snapshot, snapshotSchema } from './feed.ts';

/** State with which a chat's window begins: its newest messages and the unsent message of its composer. */
const chatSchema = z.object({
  transcript: transcriptSchema,
  messageDraft: z.string(),
  attached: z.array(attachmentSchema),
});

/**
 * Every call between a window and main. All are safe to send twice: a message carries the
 * sender's key, an answer to settled questions ends in `not-pending`, the rest set a state.
 */
export const contract = {
  app: {
    /** Lets a window check that main still answers. */
    ping: call,
    /** The list of workspaces and the settings, then every change of them. */
    watch: call
      .input(z.object({ after: cursorSchema.optional() }))
      .output(eventIterator(feedItemSchema(appStateSchema, appEventSchema))),
    saveSettings: call.input(settingsChangeSchema),
    /** Finds a text in the messages, cards and plans of all chats, as `workspace.findMessages` does in one. */
    findLines: call.input(z.object({ text: z.string().max(500) })).output(foundLinesSchema),
    /** The folders whose whole path begins as a person typed it, at most fifty; none for what is no path. */
    listFolders: call.input(z.object({ typed: z.string().max(4_096) })).output(z.array(z.string())),
    /** The folders that a first chat may be about, the last changed first; four at most. */
    recentFolders: call.output(z.array(recentFolderSchema)),
  },
  outside: outsideCalls,
  clientTokens: {
    /** Makes a token by which a client reaches MCP over HTTP and nothing else. It is not shown again. */
    make: call.output(z.object({ token: z.string() })),
    /** Revokes all tokens, and ends the requests that were made with them. */
    revoke: call.output(z.object({ revoked: z.int() })),
  },
  agents: agentCalls,
  rules: ruleCalls,
  trust: trustCalls,
  servers: serverCalls,
  terminals: terminalCalls,
  ledger: ledgerCalls,
  worktrees: worktreeCalls,
  bringBack: bringBackCalls,
  workspace: {
    /** Begins a chat about a folder, with the agent of new chats unless another is named. */
    create: call
      .errors({ 'folder-unusable': failures['folder-unusable'] })
      .input(z.object({ folder: z.string().min(1), agent: agentNameSchema.optional() }))
      .output(workspaceSchema),
    /** Streams a chat: its newest messages, then every event. Watching marks it as read. */
    watch: inChat
      .input(z.object({ ...inWorkspace, after: cursorSchema.optional() }))
      .output(eventIterator(feedItemSchema(chatSchema, transcriptEventSchema))),
    /**
     * Returns the snapshot a watch of the chat would begin with, for a window that is likely to open it.
     * Marks nothing as read.
     */
    readEnd: inChat.input(z.object(inWorkspace)).output(snapshotSchema(chatSchema)),
    /** A part of the chat, a page of it unless `count` messages are asked for. Ends in `no-such-message`. */
    readMessages: call
      .errors({ 'no-such-message': failures['no-such-message'] })
      .input(
        z.object({
          ...inWorkspace,
          at: pagePositionSchema,
          count: z.number().int().positive().max(500).optional(),
        }),
      )
      .output(messagePageSchema),
    /** Returns how many messages the chat shows, and how many of them come before a given one. */
    countMessages: inChat
      .input(z.object({ ...inWorkspace, before: messageIdSchema }))
      .output(messageCountSchema),
    /** Returns the fifty messages that the person sent last before a given one. */
    readSentMessages: inChat
      .input(z.object({ ...inWorkspace, before: messageIdSchema }))
      .output(sentMessagesSchema),
    ...folderCalls,
    ...chatAgentCalls,
    ...agentOptionCalls,
    /** Finds a text in the chat: in messages, on cards with their answers, and in plans. */
    findMessages: inChat
      .input(z.object({ ...inWorkspace, text: z.string().max(500) }))
      .output(foundMessagesSchema),
    rename: inChat.input(z.object({ ...inWorkspace, name: z.string().trim().min(1).max(longestName) })),
    setPinned: inChat.input(z.object({ ...inWorkspace, pinned: z.boolean() })),
    /** An archived workspace is kept, out of the way. */
    setArchived: inChat.input(z.object({ ...inWorkspace, archived: z.boolean() })),
    /** Takes a workspace off the list; after a while, or with the next start, it is gone for good. */
    remove: call.input(z.object(inWorkspace)),
    /** Ends in `no-such-workspace` once the workspace is gone for good. */
    undoRemove: inChat.input(z.object(inWorkspace)),
    ...messageCalls,
    ...questionCalls,
    ...commandCalls,
    ...branchCalls,
    ...turnChangeCalls,
    ...rewindCalls,
    ...commitCalls,
    ...pushCalls,
    ...permissionCalls,
    ...formCalls,
    ...previewCalls,
    stop: call.input(z.object(inWorkspace)),
    resume: inChat.input(z.object(inWorkspace)),
    /** Sends the request at once that waits to be repeated; does nothing where none does. */
    retryNow: inChat.input(z.object(inWorkspace)),
    /** Summarises all turns before the one at work, then resumes it. */
    compactAndResume: inChat.input(z.object(inWorkspace)),
  },
};

export type Chat = z.infer<typeof chatSchema>;

/** The end of one chat, and the place in its feed from which a watch goes on. */
export type ChatEnd = Snapshot<Chat>;

type Declared = typeof contract;

/** The contract as a type; an interface, so that types that hold it are told by its name. */
export interface ParleyContract extends Declared {}

type Client = ContractRouterClient<ParleyContract>;

/** Main as a window sees it; an interface for the same reason. */
export interface ParleyClient extends Client {}
