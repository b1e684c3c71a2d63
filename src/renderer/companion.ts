import type { DialectId } from '../shared/dialects/registry.ts';
import type { AppEvent, AppState, SettingsChange } from '../shared/contract/app-state.ts';
import type { Chat } from '../shared/contract/contract.ts';
import type { Cursor, FeedItem } from '../shared/contract/feed.ts';
import type { LedgerPage } from '../shared/ledger/ledger-entry.ts';
import type { ActionId, MessageId, ToolCallId, WorkspaceId } from '../shared/ids.ts';
import type { Approvals, Decision, FileEdit } from '../shared/resolve/decision.ts';
import type { PreviewDraftChange } from '../shared/resolve/preview-draft.ts';
import type { FileDiff } from '../shared/resolve/preview.ts';
import type { ProviderCheck, ProviderId } from '../shared/providers/provider.ts';
import type { Draft } from '../shared/questions/draft.ts';
import type { Answer } from '../shared/questions/outcome.ts';
import type { Attachment, AttachmentId } from '../shared/transcript/attachment.ts';
import type { FoundFiles } from '../shared/transcript/found-files.ts';
import type { FoundPlaces } from '../shared/transcript/found-places.ts';
import type { Stretch, StretchPlace } from '../shared/transcript/stretch.ts';
import type { TranscriptEvent } from '../shared/transcript/transcript-event.ts';
import type { Mode, Workspace } from '../shared/workspace/workspace.ts';
import { type Connection, createConnection } from './connection/connection.ts';
import { followFeed } from './connection/follow-feed.ts';
import type { OpenLink } from './connection/link.ts';

export type AppItem = FeedItem<AppState, AppEvent>;
export type ChatItem = FeedItem<Chat, TranscriptEvent>;

/** The end of a chat, and the place in its feed from which a watch goes on. */
export type ChatEnd = Extract<ChatItem, { type: 'snapshot' }>;

type Watch<Item> = {
  after?: Cursor | undefined;
  onItem(item: Item): void;
  onFailure(error: unknown): void;
  signal: AbortSignal;
};

/** What was entered for a provider. What is left out stays; an empty key or address is removed. */
export type ProviderEntry = { key?: string; address?: string };

/** A message on its way to main; `key` makes a repeated call harmless. */
export type OutgoingMessage = { key: string; text: string; attachments: readonly AttachmentId[] };

/** How a queued message is taken back; `key` makes a repeated call harmless. */
export type TakenBack = { key: string; draft?: string };

export type ReadPlan = { title: string; plan: string; path: string };

type DecidedPreview = { actionId: ActionId; fingerprint: string; decision: Decision };

/** Main, as the window calls it. Calls wait for the connection; expected failures are thrown as they come. */
export type Companion = {
  connection: Connection['state'];
  watchApp(watch: Watch<AppItem>): void;
  watchChat(workspaceId: WorkspaceId, watch: Watch<ChatItem>): void;
  /** How a watch of the chat would begin. */
  readEnd(workspaceId: WorkspaceId): Promise<ChatEnd>;
  createWorkspace(folder: string): Promise<Workspace>;
  saveSettings(change: SettingsChange): Promise<void>;
  /** The folders whose whole path begins as typed. */
  listFolders(typed: string): Promise<string[]>;
  saveProvider(provider: ProviderId, entry: ProviderEntry): Promise<void>;
  checkProvider(provider: ProviderId, entry?: ProviderEntry): Promise<ProviderCheck>;
  setNewAgent(agent: string): Promise<void>;
  /** Messages from anywhere in a chat. */
  readMessages(workspaceId: WorkspaceId, at: StretchPlace, count?: number): Promise<Stretch>;
  /** Where a text stands in a chat. */
  findMessages(workspaceId: WorkspaceId, text: string, signal: AbortSignal): Promise<FoundPlaces>;
  rename(workspaceId: WorkspaceId, name: string): Promise<void>;
  setArchived(workspaceId: WorkspaceId, archived: boolean): Promise<void>;
  remove(workspaceId: WorkspaceId): Promise<void>;
  undoRemove(workspaceId: WorkspaceId): Promise<void>;
  setMode(workspaceId: WorkspaceId, mode: Mode): Promise<void>;
  setAgent(workspaceId: WorkspaceId, agent: string): Promise<void>;
  setDialect(workspaceId: WorkspaceId, dialect: DialectId | null): Promise<void>;
  sendMessage(workspaceId: WorkspaceId, message: OutgoingMessage): Promise<void>;
  /** Stores a file for the unsent message; `data` is base64. */
  attach(workspaceId: WorkspaceId, file: { key: string; name: string; data: string }): Promise<Attachment>;
  detach(workspaceId: WorkspaceId, attachmentId: AttachmentId): Promise<void>;
  readAttachment(workspaceId: WorkspaceId, attachmentId: AttachmentId): Promise<{ data: string }>;
  /** Puts a text in the place of one of the person's messages and of all after it. */
  resendMessage(workspaceId: WorkspaceId, messageId: MessageId, key: string, text: string): Promise<void>;
  /** Takes a message out of the queue; with `draft`, which holds its text, to be edited. */
  withdrawMessage(workspaceId: WorkspaceId, messageId: MessageId, taken: TakenBack): Promise<void>;
  findFiles(workspaceId: WorkspaceId, query: string, signal: AbortSignal): Promise<FoundFiles>;
  saveMessageDraft(workspaceId: WorkspaceId, text: string): Promise<void>;
  /** What was decided where these words are found, newest first, from before an entry on. */
  searchLedger(query: string, before?: number): Promise<LedgerPage>;
  exportLedger(query: string, format: 'json' | 'md'): Promise<string>;
  /** Deletes what was decided before a time; resolves to how much that was. */
  pruneLedger(before: number): Promise<number>;
  stop(workspaceId: WorkspaceId): Promise<void>;
  resume(workspaceId: WorkspaceId): Promise<void>;
  answer(workspaceId: WorkspaceId, toolCallId: ToolCallId, answers: Answer[]): Promise<void>;
  decline(workspaceId: WorkspaceId, toolCallId: ToolCallId, reason?: string): Promise<void>;
  /** Gives an asker from outside a text instead of picks. */
  replyToAsker(workspaceId: WorkspaceId, toolCallId: ToolCallId, text: string): Promise<void>;
  /** Stops the countdown of an ask for good. */
  touchAsk(workspaceId: WorkspaceId, toolCallId: ToolCallId): Promise<void>;
  /** Keeps the unsent entries of some questions of an ask. */
  saveAskDraft(workspaceId: WorkspaceId, toolCallId: ToolCallId, entries: Draft): Promise<void>;
} & PreviewCalls;

/** What is asked of main about previews. */
type PreviewCalls = {
  /** Says who applies a chat's edits from the next preview on. */
  setApprovals(workspaceId: WorkspaceId, approvals: Approvals): Promise<void>;
  /** Decides about exactly the preview with that fingerprint. */
  decidePreview(workspaceId: WorkspaceId, decided: DecidedPreview): Promise<void>;
  /** Puts back what an applied edit wrote. */
  undoPreview(workspaceId: WorkspaceId, actionId: ActionId): Promise<void>;
  /** The file that keeps an applied edit from being undone; null where it can be. */
  undoHindrance(workspaceId: WorkspaceId, actionId: ActionId): Promise<string | null>;
  /** The text a preview would write, and the fingerprint of that preview. */
  proposedText(workspaceId: WorkspaceId, actionId: ActionId, path: string): Promise<ProposedText>;
  /** What a file would show with a text of the person in place of the proposed one. */
  diffOfEdit(workspaceId: WorkspaceId, actionId: ActionId, edit: FileEdit): Promise<FileDiff>;
  /** Keeps the unsent entries of a preview that have changed. */
  savePreviewDraft(workspaceId: WorkspaceId, actionId: ActionId, change: PreviewDraftChange): Promise<void>;
  /** A plan as its file has it; the chat's newest where none is named. */
  readPlan(workspaceId: WorkspaceId, actionId: ActionId | null): Promise<ReadPlan>;
};

export type ProposedText = { fingerprint: string; text: string };

/** The only place that talks to main. */
export function createCompanion(open: OpenLink): Companion {
  const connection = createConnection(open);
  const { call, callOnce } = connection;
  return {
    connection: connection.state,
    watchApp: (watch) =>
      void followFeed(connection, {
        ...watch,
        subscribe: (client, after, signal) => client.app.watch({ after }, { signal }),
      }),
    watchChat: (workspaceId, watch) =>
      void followFeed(connection, {
        ...watch,
        subscribe: (client, after, signal) => client.workspace.watch({ workspaceId, after }, { signal }),
      }),
    readEnd: (workspaceId) => call((client) => client.workspace.readEnd({ workspaceId })),
    createWorkspace: (folder) => callOnce((client) => client.workspace.create({ folder })),
    saveSettings: (change) => call(async (client) => void (await client.app.saveSettings(change))),
    listFolders: (typed) => call((client) => client.app.listFolders({ typed })),
    saveProvider: (provider, entry) =>
      call(async (client) => void (await client.agents.saveProvider({ provider, ...entry }))),
    checkProvider: (provider, entry) => call((client) => client.agents.checkProvider({ provider, ...entry })),
    setNewAgent: (agent) => call(async (client) => void (await client.agents.setNewAgent({ agent }))),
    readMessages: (workspaceId, at, count) =>
      call((client) => client.workspace.readMessages({ workspaceId, at, count })),
    findMessages: (workspaceId, text, signal) =>
      call((client) => client.workspace.findMessages({ workspaceId, text }, { signal })),
    rename: (workspaceId, name) =>
      call(async (client) => void (await client.workspace.rename({ workspaceId, name }))),
    setArchived: (workspaceId, archived) =>
      call(async (client) => void (await client.workspace.setArchived({ workspaceId, archived }))),
    remove: (workspaceId) => call(async (client) => void (await client.workspace.remove({ workspaceId }))),
    undoRemove: (workspaceId) =>
      call(async (client) => void (await client.workspace.undoRemove({ workspaceId }))),
    setMode: (workspaceId, mode) =>
      call(async (client) => void (await client.workspace.setMode({ workspaceId, mode }))),
    setAgent: (workspaceId, agent) =>
      call(async (client) => void (await client.workspace.setAgent({ workspaceId, agent }))),
    setDialect: (workspaceId, dialect) =>
      call(async (client) => void (await client.workspace.setDialect({ workspaceId, dialect }))),
    ...messageCalls(connection),
    ...previewCalls(connection),
    ...ledgerCalls(connection),
    stop: (workspaceId) => call(async (client) => void (await client.workspace.stop({ workspaceId }))),
    resume: (workspaceId) => call(async (client) => void (await client.workspace.resume({ workspaceId }))),
    ...askCalls(connection),
  };
}

type MessageCalls = Pick<
  Companion,
  | 'sendMessage'
  | 'resendMessage'
  | 'withdrawMessage'
  | 'saveMessageDraft'
  | 'findFiles'
  | 'attach'
  | 'detach'
  | 'readAttachment'
>;

/** What the composer asks of main. */
function messageCalls({ call, callOnce }: Connection): MessageCalls {
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
    attach: (workspaceId, file) => call((client) => client.workspace.attach({ workspaceId, ...file })),
    detach: (workspaceId, attachmentId) =>
      call(async (client) => void (await client.workspace.detach({ workspaceId, attachmentId }))),
    readAttachment: (workspaceId, attachmentId) =>
      call((client) => client.workspace.readAttachment({ workspaceId, attachmentId })),
    resendMessage: (workspaceId, messageId, key, text) =>
      call(
        async (client) => void (await client.workspace.resendMessage({ workspaceId, messageId, key, text })),
      ),
    withdrawMessage: (workspaceId, messageId, taken) =>
      call(
        async (client) => void (await client.workspace.withdrawMessage({ workspaceId, messageId, ...taken })),
      ),
    findFiles: (workspaceId, query, signal) =>
      callOnce((client) => client.workspace.findFiles({ workspaceId, query }, { signal })),
    saveMessageDraft: (workspaceId, text) =>
      call(async (client) => void (await client.workspace.saveMessageDraft({ workspaceId, text }))),
  };
}

function previewCalls({ call }: Connection): PreviewCalls {
  return {
    setApprovals: (workspaceId, approvals) =>
      call(async (client) => void (await client.workspace.setApprovals({ workspaceId, approvals }))),
    decidePreview: (workspaceId, decided) =>
      call(async (client) => void (await client.workspace.decidePreview({ workspaceId, ...decided }))),
    undoPreview: (workspaceId, actionId) =>
      call(async (client) => void (await client.workspace.undoPreview({ workspaceId, actionId }))),
    undoHindrance: (workspaceId, actionId) =>
      call(async (client) => (await client.workspace.undoHindrance({ workspaceId, actionId })).path),
    proposedText: (workspaceId, actionId, path) =>
      call((client) => client.workspace.proposedText({ workspaceId, actionId, path })),
    diffOfEdit: (workspaceId, actionId, edit) =>
      call((client) => client.workspace.diffOfEdit({ workspaceId, actionId, edit })),
    savePreviewDraft: (workspaceId, actionId, change) =>
      call(
        async (client) => void (await client.workspace.savePreviewDraft({ workspaceId, actionId, change })),
      ),
    readPlan: (workspaceId, actionId) =>
      call((client) =>
        client.workspace.readPlan({ workspaceId, ...(actionId === null ? {} : { actionId }) }),
      ),
  };
}

type AskCalls = Pick<Companion, 'answer' | 'decline' | 'replyToAsker' | 'touchAsk' | 'saveAskDraft'>;

/** What a question card asks of main. */
function askCalls({ call }: Connection): AskCalls {
  return {
    answer: (workspaceId, toolCallId, answers) =>
      call(
        async (client) =>
          void (await client.workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers })),
      ),
    decline: (workspaceId, toolCallId, reason) =>
      call(
        async (client) =>
          void (await client.workspace.declineAskUserQuestion({ workspaceId, toolCallId, reason })),
      ),
    replyToAsker: (workspaceId, toolCallId, text) =>
      call(async (client) => void (await client.workspace.replyToAsker({ workspaceId, toolCallId, text }))),
    touchAsk: (workspaceId, toolCallId) =>
      call(async (client) => void (await client.workspace.touchAsk({ workspaceId, toolCallId }))),
    saveAskDraft: (workspaceId, toolCallId, entries) =>
      call(
        async (client) => void (await client.workspace.saveAskDraft({ workspaceId, toolCallId, entries })),
      ),
  };
}

/** What the page of decisions asks of main. */
function ledgerCalls({ call }: Connection): Pick<Companion, 'searchLedger' | 'exportLedger' | 'pruneLedger'> {
  return {
    searchLedger: (query, before) => call((client) => client.ledger.search({ query, before })),
    exportLedger: (query, format) =>
      call(async (client) => (await client.ledger.export({ query, format })).text),
    pruneLedger: (before) => call(async (client) => (await client.ledger.prune({ before })).removed),
  };
}
