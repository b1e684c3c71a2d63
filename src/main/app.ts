import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Appearance, AppEvent, AppState, Notice } from '../shared/contract/app-state.ts';
import type { RecentFolder } from '../shared/workspace/recent-folder.ts';
import type { Workspace } from '../shared/workspace/workspace.ts';
import { ChatCommands } from './agents/chat-commands.ts';
import { dialectFromEnvironment } from './agents/model/dialect-choice.ts';
import { Compactor } from './agents/model/compaction/compactor.ts';
import { FailureReports } from './agents/model/failure-reports.ts';
import { FileIndex } from './folder/file-index.ts';
import { type AgentChoice, agentFor, describeAgent } from './agents/model/providers.ts';
import { ProviderSettings } from './agents/model/provider-settings.ts';
import { readOnlyTools } from './tools/read-only/read-only-tools.ts';
import { Removals } from './agents/removals.ts';
import { createTodoTool } from './tools/todo-tool.ts';
import { Tools } from './tools/tool-set.ts';
import { notifyOfTurns } from './agents/turn-notices.ts';
import { Turns } from './agents/turns.ts';
import { agentCalls, appCalls, clientTokenCalls, ledgerCalls } from './calls/app-calls.ts';
import { createCalls } from './calls/calls.ts';
import { attachmentCalls, messageCalls } from './calls/message-calls.ts';
import { outsideCalls } from './outside/outside-calls.ts';
import { previewCalls } from './calls/preview-calls.ts';
import { turnChangeCalls } from './calls/turn-change-calls.ts';
import { questionCalls } from './calls/question-calls.ts';
import { workspaceCalls } from './calls/workspace-calls.ts';
import { Attachments } from './chat/attachments.ts';
import { ChatLog } from './chat/chat-log.ts';
import { PersonMessages } from './chat/person-messages.ts';
import { EventFeed } from './feed/event-feed.ts';
import { type ClientTokens, createClientTokens } from './http/client-tokens.ts';
import { createKeyStore, type KeyStore } from './keys/key-store.ts';
import type { Logger } from './log.ts';
import type { StartTimer } from './questions/ask-timeouts.ts';
import { OutsideAsks } from './outside/outside-asks.ts';
import { createListedToolsFile } from './outside/listed-tools-file.ts';
import type { McpEndpoint, McpEndpointParts } from './outside/mcp/mcp-endpoint.ts';
import { runtimeVersions } from './runtime-versions.ts';
import { recoveryNotice } from './storage/recovery/recovery-notice.ts';
import type { Stores } from './storage/stores.ts';
import { findRecentFolders } from './folder/recent-folders.ts';
import { suggestFolder } from './folder/usable-folder.ts';
import { createAsking } from './wiring/create-asking.ts';
import { createStaging } from './wiring/create-staging.ts';
import { reporter, startOnFolder } from './wiring/start-on-folder.ts';
import { Workspaces } from './workspaces/workspaces.ts';

export type AppOptions = {
  dataDir: string;
  version: string;
  env: Record<string, string | undefined>;
  /** The folder suggested for a first chat. */
  suggestedFolder: string;
  /** The person's home, where it is not that of this process. */
  home?: string;
  /** The kind of host that shows the windows. */
  host?: 'desktop' | 'browser';
  /** The host's store of keys; without it they are in a private file of the data folder. */
  keys?: KeyStore;
  /** Who works in a chat, by the name that is stored with it. */
  agentFor?: (agent: string) => AgentChoice;
  /** False where nobody can be asked. By default true, also while no window is open. */
  canAsk?: boolean;
  /** The time during which a removed workspace can be restored, in milliseconds. */
  undoTime?: number;
  /** The clock, in milliseconds since 1970. */
  now?: () => number;
  /** Shows a folder in the file manager of this machine. */
  openFolder?: (folder: string) => Promise<void>;
  /** Runs something later; the clock of countdowns. */
  after?: StartTimer;
};

export type App = ReturnType<typeof createApp>;

/**
 * Constructs, wires and disposes everything behind the two hosts, and takes up the turns that the
 * last end of the process cut off. Throws StorageError when the data folder can't be used.
 */
export function createApp(options: AppOptions) {
  const { now = Date.now } = options;
  return startOnFolder({ ...options, now }, (stores, logger) => wireApp(options, stores, logger, now));
}

function wireApp(options: AppOptions, stores: Stores, logger: Logger, now: () => number) {
  const run = randomUUID();
  const feed = new EventFeed<AppEvent>(run);
  const keys = options.keys ?? createKeyStore(options.dataDir);
  const providers = new ProviderSettings({ env: options.env, keys, store: stores.agentSettings });
  const report = reporter(stores, logger);
  const chats = createChats({ options, stores, providers, feed, report, logger, run, now });
  void chats.turnUndos.recover().catch(report);
  void chats.commandChanges.recover().catch(report);
  for (const service of [chats.removals, chats.workspaces, chats.turns, chats.outside, chats.reviews])
    service.recover();

  const clientTokens = createClientTokens(options.dataDir, now);
  const listed = createListedToolsFile({ ...options, ...chats, settings: stores.settings, report });
  void listed.update();
  const about = aboutApp(options, stores, chats.workspaces.rows().length === 0);
  const state = () => stateOf({ ...chats, stores, providers, clientTokens, about });
  const appearance = () => appearanceOf(stores.settings.read());
  const calls = createCalls(report, logger);
  const forApp = { feed, state, listed, settings: stores.settings, timeouts: chats.timeouts };
  const recentFolders = () => foldersToBegin(options, stores, about);
  return {
    router: calls.router({
      app: appCalls(calls, { ...forApp, search: stores.search, recentFolders }),
      outside: outsideCalls(calls, chats),
      clientTokens: clientTokenCalls(calls, { feed, clientTokens }),
      agents: agentCalls(calls, { feed, providers }),
      ledger: ledgerCalls(calls, stores),
      workspace: {
        ...workspaceCalls(calls, { ...options, ...chats, search: stores.search }),
        ...messageCalls(calls, chats),
        ...attachmentCalls(calls, chats),
        ...previewCalls(calls, chats),
        ...turnChangeCalls(calls, chats),
        ...questionCalls(calls, { manager: chats.manager, asks: stores.asks, timeouts: chats.timeouts }),
      },
    }),
    /** Shows the chat about a folder in every window. Throws FolderUnusable. */
    openFolder: (folder: string): Workspace => chats.workspaces.open(folder),
    /** Opens the endpoint for agents elsewhere that speak MCP. */
    mcp: () => openMcp({ ...chats, settings: stores.settings, version: options.version, report, now }),
    /** Who else is let in there. */
    clientTokens,
    /** Returns the appearance of windows. */
    appearance,
    /** The data for the first paint of a window. */
    pageData: () => ({ look: appearance(), appItem: feed.snapshot(state) }),
    /** Shows the workspace of a link in every window; returns what is in the way, in plain words. */
    openLink: (link: string): string | undefined => chats.workspaces.openLink(link),
    state,
    /** Everything that happens in the app, for the host. */
    watch: (signal: AbortSignal) => feed.subscribe(state, undefined, signal),
    log: logger,
    async close(): Promise<void> {
      const { removals, deliveries, cancellations, timeouts, turns, files } = chats;
      for (const service of [removals, deliveries, cancellations, timeouts, turns, files]) service.close();
      chats.log.flush();
      await listed.settled();
      stores.close();
      logger.info('ended');
    },
  };
}

/** Opens the MCP endpoint; its libraries load only then. */
async function openMcp(parts: McpEndpointParts): Promise<McpEndpoint> {
  const { createMcpEndpoint } = await import('./outside/mcp/mcp-endpoint.ts');
  return createMcpEndpoint(parts);
}

type StateParts = Pick<ReturnType<typeof createChats>, 'workspaces' | 'dialects'> & {
  stores: Stores;
  providers: ProviderSettings;
  clientTokens: ClientTokens;
  about: AppState['about'];
};

/** Returns the state that a window begins with. */
function stateOf({ workspaces, dialects, stores, providers, clientTokens, about }: StateParts): AppState {
  return {
    workspaces: workspaces.list(),
    removals: workspaces.removals(),
    settings: stores.settings.read(),
    agents: providers.agents(),
    clientTokens: clientTokens.info(),
    dialects: Array.from(dialects, ([id, { title }]) => ({ id, title })),
    about,
  };
}

function appearanceOf({ theme, density, textSize, typeface }: Appearance): Appearance {
  return { theme, density, textSize, typeface };
}

/** Returns the facts about this start for windows. */
function aboutApp(options: AppOptions, { recovery }: Stores, isFirstRun: boolean): AppState['about'] {
  const { version, dataDir, suggestedFolder, host = 'browser' } = options;
  return {
    version,
    dataDir,
    suggestedFolder: isFirstRun ? suggestFolder(suggestedFolder, dataDir) : suggestedFolder,
    host,
    runtime: runtimeVersions(),
    notice: recovery === undefined ? null : recoveryNotice(recovery),
  };
}

/** Returns the folders that a first chat may be about, without Parley's own and a whole home. */
async function foldersToBegin(
  { dataDir, home = homedir() }: AppOptions,
  { ledgerIndex }: Stores,
  { suggestedFolder }: AppState['about'],
): Promise<RecentFolder[]> {
  const { folders } = await ledgerIndex.facets();
  const known = [suggestedFolder, ...folders].filter(
    (folder) => isAbsolute(folder) && folder !== home && !`${folder}/`.startsWith(`${dataDir}/`),
  );
  return findRecentFolders(home, known);
}

type ChatParts = {
  options: AppOptions;
  stores: Stores;
  providers: ProviderSettings;
  feed: EventFeed<AppEvent>;
  report: (error: unknown) => string;
  logger: Logger;
  run: string;
  now: () => number;
};

function createChats({ options, stores, providers, feed, report, logger, run, now }: ChatParts) {
  const findAgent = options.agentFor ?? ((agent: string) => agentFor(agent, (id) => providers.setup(id)));
  const log = new ChatLog(stores, stores.drafts, run, now);
  const messages = new PersonMessages(stores, log, now);
  const workspaces = createWorkspaces({ options, stores, providers, feed, now }, findAgent, log);
  const notify = (notice: Notice) => feed.publish({ type: 'notice', notice });
  const common = { stores, log, messages, workspaces, notify, report, logger, now };
  const asking = createAsking({ ...options, ...common });
  const outside = new OutsideAsks({ ...asking, ...common, newId: randomUUID });
  const { queue, reviews, decisions, undos, commandChanges, turnUndos, resolving, plans, ...staging } =
    createStaging({
      ...common,
      ...asking,
      dataDir: options.dataDir,
      env: options.env,
      goOn: (id) => turns.start(id),
    });
  const todo = createTodoTool(({ workspaceId, messageId }, items) =>
    log.setProgress(workspaceId, messageId, items),
  );
  const compactor = new Compactor({
    log,
    resolving,
    pending: (id) => queue.pending(id).map(({ messageId }) => messageId),
    now,
  });
  const turns: Turns = new Turns({
    log,
    messages,
    workspaces,
    resolving,
    compactor,
    decisions,
    tools: new Tools({ readOnly: [...readOnlyTools, todo], ...staging, ...asking, report }),
    agentOf: ({ agent }) => findAgent(agent),
    asks: stores.asks,
    now,
    onEnd: notifyOfTurns({ workspaces, notify }),
    failures: new FailureReports({ agentOf: (id) => workspaces.row(id).agent, providers, now }),
    report,
  });
  const undoTime = options.undoTime ?? 8_000;
  const removals = new Removals({ ...asking, workspaces, reviews, turns, plans, undoTime, report });
  return {
    workspaces,
    log,
    messages,
    ...asking,
    turns,
    commands: new ChatCommands(messages, turns, asking.manager, queue),
    removals,
    outside,
    reviews,
    decisions,
    undos,
    turnUndos,
    commandChanges,
    plans,
    queue,
    previewDrafts: stores.previewDrafts,
    attachments: new Attachments(stores.attachments),
    files: new FileIndex(now),
  };
}

function createWorkspaces(
  {
    options,
    stores,
    providers,
    feed,
    now,
  }: Pick<ChatParts, 'options' | 'stores' | 'providers' | 'feed' | 'now'>,
  findAgent: (agent: string) => AgentChoice,
  log: ChatLog,
): Workspaces {
  return new Workspaces({
    store: stores.workspaces,
    newAgent: () => providers.newAgent().agent,
    describeAgent: (agent) => describeAgent(agent, findAgent(agent)),
    inboxFolder: join(options.dataDir, 'inbox'),
    newDialect: dialectFromEnvironment(options.env['PARLEY_DIALECT']),
    usageOf: (id) => stores.usage.read(id),
    emit: (event) => feed.publish(event),
    isOpen: (id) => log.isWatched(id),
    now,
  });
}
