import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { AppEvent, AppState } from '../shared/contract/app-state.ts';
import type { RecentFolder, Workspace } from '../shared/workspace/workspace.ts';
import { ProviderSettings } from './agents/model/provider-settings.ts';
import type { ParleyRouter } from './calls/calls.ts';
import { EventFeed } from './feed/event-feed.ts';
import { DataFolder } from './folder/data-folder.ts';
import { type Clock, machineClock } from './clock.ts';
import { createClientTokens } from './http/client-tokens.ts';
import { createKeyStore, type KeyStore } from './keys/key-store.ts';
import { createListedToolsFile } from './outside/listed-tools-file.ts';
import type { McpEndpoint, McpEndpointDeps } from './outside/mcp/mcp-endpoint.ts';
import type { Recovery } from './storage/recovery/recover-database.ts';
import { openStores, type Stores } from './storage/stores.ts';
import type { AppOptions } from './wiring/app-options.ts';
import { type Chats, createChats } from './wiring/create-chats.ts';
import type { createRouter } from './wiring/create-router.ts';
import type { Platform } from './wiring/platform.ts';
import { type PreparedFolder, reporter, startOnFolder } from './wiring/start-on-folder.ts';
import { aboutApp, appearanceOf, lookOf, stateOf } from './wiring/app-state.ts';

/** Named, so that types that carry it stay short. */
export interface App extends ReturnType<typeof createApp> {}

/** Creates the app on the data folder that a host was given. Throws StorageError when it can't be used. */
export function startApp(options: AppOptions): Promise<App> {
  const { now } = clockOf(options);
  return startOnFolder({ ...options, now }, (prepared) => createApp(options, prepared));
}

/**
 * Constructs, wires and disposes everything behind the two hosts, and takes up the turns that the
 * last end of the process cut off. The database of the data folder is prepared.
 */
export function createApp(options: AppOptions, { recovery, logger }: PreparedFolder) {
  const { dataDir, version, host } = options;
  const stores = openStores(dataDir);
  logger.info('started', { version, host, platform: process.platform, node: process.version });
  if (recovery !== undefined) logger.info('recovered', recovery.facts);
  try {
    return wireApp(options, { stores, recovery, logger });
  } catch (error) {
    stores.close();
    throw error;
  }
}

function clockOf({ now = machineClock.now, after = machineClock.after }: AppOptions): Clock {
  return { now, after };
}

function wireApp(options: AppOptions, { stores, recovery, logger }: PreparedFolder & { stores: Stores }) {
  const clock = clockOf(options);
  const { dataDir, env, keys = createKeyStore(dataDir) } = options;
  const run = randomUUID();
  const feed = new EventFeed<AppEvent>(run);
  const platform: Platform = {
    options,
    stores,
    dataFolder: new DataFolder(dataDir),
    emit: (event) => feed.publish(event),
    report: reporter(stores, logger),
    logger,
    clock,
  };
  const providers = new ProviderSettings({
    env,
    keys,
    store: stores.agentSettings,
    emit: (agents) => feed.publish({ type: 'agents-changed', agents }),
    now: clock.now,
  });
  const chats = createChats(platform, providers, run);
  recover(chats);
  return appOn(platform, { keys, recovery, feed, providers, chats });
}

type Wired = {
  keys: KeyStore;
  recovery: Recovery | undefined;
  feed: EventFeed<AppEvent>;
  providers: ProviderSettings;
  chats: Chats;
};

/** Returns what a host does with the app. */
function appOn(platform: Platform, { keys, recovery, feed, providers, chats }: Wired) {
  const { options, stores, report, logger, clock } = platform;
  const { dataDir, version, env } = options;
  const { now } = clock;
  const { workspaces, login } = chats.chat;
  const { dialects, outside, previews } = chats;
  const { settings } = stores;
  const clientTokens = createClientTokens(dataDir, now);
  const listedTools = createListedToolsFile({ dataDir, dialects, settings, report });
  const about = aboutApp(options, { recovery, keys }, workspaces.rows().length === 0);
  const state = () => stateOf({ env, chats, stores, providers, clientTokens, about });
  const appearance = () => appearanceOf(settings.read());
  const hasChats = () => workspaces.rows().length > 0;
  const recentFolders = () => foldersToBegin(options, stores, about);
  const app = {
    options,
    stores,
    feed,
    state,
    providers,
    clientTokens,
    recentFolders,
    listedTools,
    report,
    logger,
  };
  let router: Promise<ParleyRouter> | undefined;
  return {
    /** Returns the handlers of the contract, which are loaded and made when they are first requested. */
    router: () => (router ??= loadRouter(app, chats)),
    /** Shows the chat about a folder in every window. Throws FolderUnusable. */
    openFolder: (folder: string): Workspace => workspaces.open(folder),
    /** Does what can wait until the host has answered: for agents elsewhere, writes the list of tools. */
    prepare: () => void Promise.all([listedTools.update(), login.environment()]),
    /** Resolves to the environment of the person's login shell, without keys. */
    loginEnvironment: () => login.environment(),
    /** Opens the endpoint for agents elsewhere that speak MCP. */
    mcp: () =>
      openMcp({ outside: outside.asks, reviews: previews.reviews, dialects, settings, version, report, now }),
    /** Who else is let in there. */
    clientTokens,
    appearance,
    /** The data for the first paint of a window. */
    pageData: () => ({ look: lookOf(appearance(), hasChats()), appItem: feed.snapshot(state) }),
    /** Shows the workspace of a link in every window; returns what is in the way, in plain words. */
    openLink: (link: string): string | undefined => workspaces.openLink(link),
    state,
    /** Everything that happens in the app, for the host. */
    watch: (signal: AbortSignal) => feed.subscribe(state, undefined, signal),
    log: logger,
    async close(): Promise<void> {
      await close(chats);
      await listedTools.settled();
      stores.close();
      logger.info('ended');
    },
  };
}

/** Takes up what the last end of the process cut off; commands and agents that it left running are ended first. */
function recover({ chat, outside, previews, tools, agents, turns, removals }: Chats): void {
  tools.commands.recover();
  agents.external.recover();
  previews.changes.recover();
  tools.servers.recover();
  tools.customTools.recover();
  removals.recover();
  chat.workspaces.recover();
  chat.worktrees.settle();
  turns.recover();
  outside.asks.recover();
  previews.apart.recover();
}

/** Ends everything that runs, and leaves what is stored to the next start. */
async function close({
  chat,
  waiting,
  outside,
  previews,
  tools,
  agents,
  turns,
  removals,
}: Chats): Promise<void> {
  removals.close();
  outside.deliveries.close();
  outside.requests.close();
  waiting.askTimeouts.close();
  turns.close();
  agents.models.close();
  agents.titles.close();
  chat.folders.files.close();
  const { commands, servers, customTools } = tools;
  await Promise.all([commands, agents.external, servers, customTools].map((service) => service.close()));
  // A change that is being written is brought to its end, or left as it was, before the database is closed.
  await Promise.all([previews.decisions.settled(), chat.worktrees.close()]);
  chat.log.flush();
}

async function loadRouter(app: Parameters<typeof createRouter>[0], chats: Chats): Promise<ParleyRouter> {
  const { createRouter: create } = await import('./wiring/create-router.ts');
  return create(app, chats);
}

/** Opens the MCP endpoint; its libraries load only then. */
async function openMcp(deps: McpEndpointDeps): Promise<McpEndpoint> {
  const { createMcpEndpoint } = await import('./outside/mcp/mcp-endpoint.ts');
  return createMcpEndpoint(deps);
}

/** Returns the folders that a first chat may be about, without Parley's own and a whole home. */
async function foldersToBegin(
  { dataDir, home = homedir() }: AppOptions,
  { ledgerIndex }: Stores,
  { suggestedFolder }: AppState['about'],
): Promise<RecentFolder[]> {
  const { folders } = await ledgerIndex.facets();
  const { worktreesFolder } = await import('./worktrees/worktree-places.ts');
  const known = [suggestedFolder, ...folders].filter(
    (folder) =>
      isAbsolute(folder) &&
      folder !== home &&
      [dataDir, worktreesFolder(dataDir)].every((own) => !`${folder}/`.startsWith(`${own}/`)),
  );
  const { findRecentFolders } = await import('./folder/recent-folders.ts');
  return findRecentFolders(home, known);
}
