import type { DialectId } from '../shared/dialects/registry.ts';
import type { AppEvent, AppState, Settings } from '../shared/contract/app-state.ts';
import type { Chat } from '../shared/contract/contract.ts';
import type { Cursor, FeedItem } from '../shared/contract/feed.ts';
import type { MessageId, ToolCallId, WorkspaceId } from '../shared/ids.ts';
import type { ProviderCheck, ProviderId } from '../shared/providers/provider.ts';
import type { Draft } from '../shared/questions/draft.ts';
import type { Answer } from '../shared/questions/outcome.ts';
import type { Transcript } from '../shared/transcript/transcript.ts';
import type { TranscriptEvent } from '../shared/transcript/transcript-event.ts';
import type { Mode, Workspace } from '../shared/workspace/workspace.ts';
import { type Connection, createConnection } from './connection/connection.ts';
import { followFeed } from './connection/follow-feed.ts';
import type { OpenLink } from './connection/link.ts';

export type AppItem = FeedItem<AppState, AppEvent>;
export type ChatItem = FeedItem<Chat, TranscriptEvent>;

type Watch<Item> = {
  after?: Cursor | undefined;
  onItem(item: Item): void;
  onFailure(error: unknown): void;
  signal: AbortSignal;
};

/** What was entered for a provider. What is left out stays; an empty key or address is removed. */
export type ProviderEntry = { key?: string; address?: string };

/** Main, as the window calls it. Calls wait for the connection; expected failures are thrown as they come. */
export type Companion = {
  connection: Connection['state'];
  watchApp(watch: Watch<AppItem>): void;
  watchChat(workspaceId: WorkspaceId, watch: Watch<ChatItem>): void;
  createWorkspace(folder: string): Promise<Workspace>;
  saveSettings(settings: Settings): Promise<void>;
  saveProvider(provider: ProviderId, entry: ProviderEntry): Promise<void>;
  checkProvider(provider: ProviderId, entry?: ProviderEntry): Promise<ProviderCheck>;
  setNewAgent(agent: string): Promise<void>;
  earlierMessages(workspaceId: WorkspaceId, before: MessageId): Promise<Transcript>;
  rename(workspaceId: WorkspaceId, name: string): Promise<void>;
  setArchived(workspaceId: WorkspaceId, archived: boolean): Promise<void>;
  remove(workspaceId: WorkspaceId): Promise<void>;
  undoRemove(workspaceId: WorkspaceId): Promise<void>;
  setMode(workspaceId: WorkspaceId, mode: Mode): Promise<void>;
  setAgent(workspaceId: WorkspaceId, agent: string): Promise<void>;
  setDialect(workspaceId: WorkspaceId, dialect: DialectId | null): Promise<void>;
  sendMessage(workspaceId: WorkspaceId, key: string, text: string): Promise<void>;
  saveMessageDraft(workspaceId: WorkspaceId, text: string): Promise<void>;
  stop(workspaceId: WorkspaceId): Promise<void>;
  resume(workspaceId: WorkspaceId): Promise<void>;
  answer(workspaceId: WorkspaceId, toolCallId: ToolCallId, answers: Answer[]): Promise<void>;
  decline(workspaceId: WorkspaceId, toolCallId: ToolCallId, reason?: string): Promise<void>;
  /** Keeps the unsent entries of some questions of an ask. */
  saveAskDraft(workspaceId: WorkspaceId, toolCallId: ToolCallId, entries: Draft): Promise<void>;
};

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
    createWorkspace: (folder) => callOnce((client) => client.workspace.create({ folder })),
    saveSettings: (settings) => call(async (client) => void (await client.app.saveSettings(settings))),
    saveProvider: (provider, entry) =>
      call(async (client) => void (await client.agents.saveProvider({ provider, ...entry }))),
    checkProvider: (provider, entry) => call((client) => client.agents.checkProvider({ provider, ...entry })),
    setNewAgent: (agent) => call(async (client) => void (await client.agents.setNewAgent({ agent }))),
    earlierMessages: (workspaceId, before) =>
      call((client) => client.workspace.earlierMessages({ workspaceId, before })),
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
    sendMessage: (workspaceId, key, text) =>
      call(async (client) => void (await client.workspace.sendMessage({ workspaceId, key, text }))),
    saveMessageDraft: (workspaceId, text) =>
      call(async (client) => void (await client.workspace.saveMessageDraft({ workspaceId, text }))),
    stop: (workspaceId) => call(async (client) => void (await client.workspace.stop({ workspaceId }))),
    resume: (workspaceId) => call(async (client) => void (await client.workspace.resume({ workspaceId }))),
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
    saveAskDraft: (workspaceId, toolCallId, entries) =>
      call(
        async (client) => void (await client.workspace.saveAskDraft({ workspaceId, toolCallId, entries })),
      ),
  };
}
