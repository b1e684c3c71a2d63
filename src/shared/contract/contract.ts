import { agentOptionCalls } from './agent-option-calls.ts';
import { type ContractRouterClient, eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { messageIdSchema } from '../ids.ts';
import { ledgerFacetsSchema, ledgerPageSchema, ledgerSearchSchema } from '../ledger/ledger-entry.ts';
import { longTextSchema } from '../long-text.ts';
import { hostedAgentsSchema } from '../providers/hosted-agent.ts';
import { providerCheckSchema, providerIdSchema } from '../providers/provider.ts';
import { draftSchema } from '../questions/draft.ts';
import { answerSchema, replySchema } from '../questions/outcome.ts';
import { attachmentIdSchema, attachmentSchema } from '../transcript/attachment.ts';
import { foundFilesSchema } from '../transcript/found-files.ts';
import { foundLinesSchema, foundPlacesSchema } from '../transcript/found-places.ts';
import { messagePageSchema, pagePlaceSchema, sentMessagesSchema } from '../transcript/message-page.ts';
import { messageCountSchema } from '../transcript/message-count.ts';
import { recentFolderSchema } from '../workspace/recent-folder.ts';
import { transcriptEventSchema } from '../transcript/transcript-event.ts';
import { transcriptSchema } from '../transcript/transcript.ts';
import { longestName } from '../workspace/longest-name.ts';
import { modeSchema, thinkingSchema, workspaceSchema } from '../workspace/workspace.ts';
import { appEventSchema, appStateSchema } from './app-state.ts';
import { settingsChangeSchema } from './settings.ts';
import { call, inChat, inWorkspace, ofToolCall } from './call.ts';
import { commandCalls } from './command-calls.ts';
import { courseCalls } from './course-calls.ts';
import { terminalCalls } from './terminal-calls.ts';
import { serverCalls } from './server-calls.ts';
import { turnChangeCalls } from './turn-change-calls.ts';
import { failures } from './failures.ts';
import { folderCalls, trustCalls } from './folder-calls.ts';
import { cursorSchema, feedItemSchema, type Snapshot, snapshotSchema } from './feed.ts';
import {
  outsideAnswerSchema,
  outsideAskSchema,
  outsideReviewAnswerSchema,
  outsideReviewSchema,
} from './outside-requests.ts';
import { formCalls } from './form-calls.ts';
import { permissionCalls, ruleCalls } from './permission-calls.ts';
import { previewCalls } from './preview-calls.ts';

/** A call that brings questions along. */
const onQuestions = call.errors({ 'question-refused': failures['question-refused'] });
/** A call that answers or ends a pending ask. */
const onAsk = call.errors({
  'not-pending': failures['not-pending'],
  'invalid-answer': failures['invalid-answer'],
});
const folderUnusable = { 'folder-unusable': failures['folder-unusable'] };
const offerUnusable = { 'offer-unusable': failures['offer-unusable'] };
const ofAttachment = { ...inWorkspace, attachmentId: attachmentIdSchema };
const callKey = z.string().min(1).max(100);

const ofProvider = { provider: providerIdSchema };
const secret = z.string().max(10_000);
const address = z.string().max(2_000);
const agentName = z.string().min(1).max(300);

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
  outside: {
    /**
     * Puts questions of an asker from outside to the person, in the workspace about its folder or the
     * Inbox, and ends when they are answered. `key` names the call: sent again, it goes on waiting, or
     * ends as it did. Ends in `question-refused` without asking.
     */
    ask: onQuestions.input(outsideAskSchema.extend({ key: callKey })).output(outsideAnswerSchema),
    /**
     * Keeps a call that brought its answers along, where its row and the ledger show that nobody was
     * asked. `replies` holds one entry a question. Ends in `question-refused` for what `ask` refuses.
     */
    record: onQuestions.input(outsideAskSchema.extend({ key: callKey, replies: z.array(replySchema) })),
    /** Shows a plan as `ask` does questions, which the person approves, edited or not, or discards. */
    review: call.input(outsideReviewSchema.extend({ key: callKey })).output(outsideReviewAnswerSchema),
    /** Says that the answer of a call has arrived; one that nobody says this of is kept. */
    received: call.input(z.object({ key: callKey })),
  },
  clientTokens: {
    /** Makes a token by which a client reaches MCP over HTTP and nothing else. It is not shown again. */
    make: call.output(z.object({ token: z.string() })),
    /** Ends all of them at once, and what goes on by them. */
    revoke: call.output(z.object({ revoked: z.int() })),
  },
  agents: {
    /** Stores what a person entered. What is left out stays; an empty key or address is removed. */
    saveProvider: call.input(
      z.object({ ...ofProvider, key: secret.optional(), address: address.optional() }),
    ),
    /** Asks a provider for its models, with what was entered and not yet stored where it is given. */
    checkProvider: call
      .input(z.object({ ...ofProvider, key: secret.optional(), address: address.optional() }))
      .output(providerCheckSchema),
    /** Chooses who works in new workspaces. */
    setNewAgent: call.input(z.object({ agent: agentName })),
    /** Looks for agents of other makers on this machine. */
    findHosted: call.output(hostedAgentsSchema),
    /** Forgets a key that was entered for one of them; resolves to all of them as they are then. */
    removeKey: call.input(z.object({ agent: agentName, variable: agentName })).output(hostedAgentsSchema),
  },
  rules: ruleCalls,
  trust: trustCalls,
  servers: serverCalls,
  terminals: terminalCalls,
  ledger: {
    /** Returns a page of the decisions that are found, newest first, starting after the given entry. */
    search: call
      .input(ledgerSearchSchema.extend({ before: z.number().int().optional() }))
      .output(ledgerPageSchema),
    /** Returns what decisions can be filtered by. */
    facets: call.output(ledgerFacetsSchema),
    /** Everything that is found, as one document. */
    export: call
      .input(ledgerSearchSchema.extend({ format: z.enum(['json', 'md']) }))
      .output(z.object({ text: z.string() })),
    /** Deletes what was decided before a time, in milliseconds since 1970. */
    prune: call.input(z.object({ before: z.number() })).output(z.object({ removed: z.number() })),
  },
  workspace: {
    create: call
      .errors(folderUnusable)
      .input(z.object({ folder: z.string().min(1) }))
      .output(workspaceSchema),
    /** The end of one chat, then everything that happens in it. Whoever watches a chat has read it. */
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
          at: pagePlaceSchema,
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
    ...agentOptionCalls,
    /** Finds a text in the chat: in messages, on cards with their answers, and in plans. */
    findMessages: inChat
      .input(z.object({ ...inWorkspace, text: z.string().max(500) }))
      .output(foundPlacesSchema),
    rename: inChat.input(z.object({ ...inWorkspace, name: z.string().trim().min(1).max(longestName) })),
    setPinned: inChat.input(z.object({ ...inWorkspace, pinned: z.boolean() })),
    /** An archived workspace is kept, out of the way. */
    setArchived: inChat.input(z.object({ ...inWorkspace, archived: z.boolean() })),
    /** Takes a workspace off the list; after a while, or with the next start, it is gone for good. */
    remove: call.input(z.object(inWorkspace)),
    /** Ends in `no-such-workspace` once the workspace is gone for good. */
    undoRemove: inChat.input(z.object(inWorkspace)),
    setMode: inChat.input(z.object({ ...inWorkspace, mode: modeSchema })),
    /** Chooses who works in the chat from its next request on. */
    setAgent: inChat.input(z.object({ ...inWorkspace, agent: agentName })),
    /** Says how much the chat's model thinks from its next request on, where it does so on request. */
    setThinking: inChat.input(z.object({ ...inWorkspace, thinking: thinkingSchema })),
    /** Fixes the dialect the chat's agent asks in from its next request on; null leaves it to the agent. */
    setDialect: inChat.input(z.object({ ...inWorkspace, dialect: dialectIdSchema.nullable() })),
    /** Stores the message and gives it to the agent; `key` makes a repeated call harmless. */
    sendMessage: inChat
      .errors({ ...offerUnusable, 'attachment-missing': failures['attachment-missing'] })
      .input(
        z
          .object({
            ...inWorkspace,
            key: callKey,
            text: longTextSchema,
            attachments: z.array(attachmentIdSchema).max(100).default([]),
          })
          .refine(({ text, attachments }) => text !== '' || attachments.length > 0),
      ),
    /**
     * Takes a message out of the queue. With `draft` it is there to be edited: that text, which holds the
     * message's, becomes the unsent one in the same step. Ends in `already-delivered` or `not-queued`.
     */
    withdrawMessage: inChat
      .errors({ 'already-delivered': failures['already-delivered'], 'not-queued': failures['not-queued'] })
      .input(
        z.object({
          ...inWorkspace,
          messageId: messageIdSchema,
          key: callKey,
          draft: longTextSchema.optional(),
        }),
      ),
    /** Gives the agent the queue at once, after it was stopped; nothing once the message is no longer queued. */
    sendQueuedNow: inChat.input(z.object({ ...inWorkspace, messageId: messageIdSchema })),
    /** The files of the folder that fit what is typed after an `@`. */
    findFiles: inChat
      .input(z.object({ ...inWorkspace, query: z.string().max(500) }))
      .output(foundFilesSchema),
    /**
     * Stores a file for the unsent message; `data` is base64. Ends in `attachment-refused` when it is
     * neither text nor an image, or too large.
     */
    attach: inChat
      .errors({ 'attachment-refused': failures['attachment-refused'] })
      .input(
        z.object({
          ...inWorkspace,
          key: callKey,
          name: z.string().max(300),
          data: z.base64().max(7_000_000),
        }),
      )
      .output(attachmentSchema),
    /** Removes a file of the unsent message. */
    detach: call.input(z.object(ofAttachment)),
    /** The content of an attached file, as base64. */
    readAttachment: call
      .errors({ 'attachment-missing': failures['attachment-missing'] })
      .input(z.object(ofAttachment))
      .output(z.object({ data: z.string() })),
    /**
     * Puts a new text in the place of one of the person's messages: it and what came after it leave the
     * chat, a working turn is stopped, and the agent goes on from the new text.
     */
    resendMessage: inChat.errors({ ...offerUnusable, 'no-such-message': failures['no-such-message'] }).input(
      z.object({
        ...inWorkspace,
        messageId: messageIdSchema,
        key: callKey,
        text: longTextSchema,
      }),
    ),
    ...commandCalls,
    ...courseCalls,
    ...turnChangeCalls,
    ...permissionCalls,
    ...formCalls,
    ...previewCalls,
    saveMessageDraft: inChat.input(z.object({ ...inWorkspace, text: longTextSchema })),
    stop: call.input(z.object(inWorkspace)),
    resume: inChat.input(z.object(inWorkspace)),
    answerAskUserQuestion: onAsk.input(
      z.object({ ...ofToolCall, answers: z.array(answerSchema).max(1_000) }),
    ),
    declineAskUserQuestion: onAsk.input(z.object({ ...ofToolCall, reason: longTextSchema.optional() })),
    /** Gives an asker from outside the person's own words instead of picks. */
    replyToAsker: onAsk.input(z.object({ ...ofToolCall, text: longTextSchema.min(1) })),
    /** Somebody has begun on an ask: its countdown stops for good, and its asker no longer closes it by cancelling. */
    touchAsk: call.input(z.object(ofToolCall)),
    /** Keeps unsent entries of some questions; those of the others stay as they are. Also a touch. */
    saveAskDraft: call.input(z.object({ ...ofToolCall, entries: draftSchema })),
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
