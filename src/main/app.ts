import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { AppEvent, AppState } from '../shared/contract/app-state.ts';
import type { RecentFolder, Workspace } from '../shared/workspace/workspace.ts';
import { ProviderSettings } from './agents/model/provider-settings.ts';
import type { ParleyRouter } from './calls/calls.ts';
import { EventFeed } from './feed/event-feed.ts';
import { type Clock, machineClock } from './clock.ts';
import { createClientTokens } from './http/client-tokens.ts';
import { createKeyStore } from './keys/key-store.ts';
import type { Logger } from './log.ts';
import { createListedToolsFile } from './outside/listed-tools-file.ts';
import type { McpEndpoint } from './outside/mcp/mcp-endpoint.ts';
import type { Stores } from './storage/stores.ts';
import type { AppOptions } from './wiring/app-options.ts';
import { createChats } from './wiring/create-chats.ts';
import { reporter, startOnFolder } from './wiring/start-on-folder.ts';
import { aboutApp, appearanceOf, lookOf, stateOf } from './wiring/app-state.ts';

/** Named, so that types that carry it stay short. */
export interface App extends ReturnType<typeof createApp> {}

/**
 * Constructs, wires and disposes everything behind the two hosts, and takes up the turns that the
 * last end of the process cut off. Throws StorageError when the data folder can't be used.
 */
export function createApp(options: AppOptions) {
  const { now = machineClock.now, after = machineClock.after } = options;
  return startOnFolder({ ...options, now }, (stores, logger) =>
    wireApp(options, stores, logger, { now, after }),
  );
}

function wireApp(options: AppOptions, stores: Stores, logger: Logger, clock: Clock) {
  const { now } = clock;
  const run = randomUUID();
  const feed = new EventFeed<AppEvent>(run);
  const { dataDir, version, env, keys = createKeyStore(dataDir) } = options;
  const providers = new ProviderSettings({ env, keys, store: stores.agentSettings });
  const report = reporter(stores, logger);
  const chats = createChats({ options, stores, providers, feed, report, logger, run, clock });
  const { workspaces, commands, externalAgents, servers, customTools, turns, decisions } = chats;
  for (const service of [
    commands,
    externalAgents,
    chats.changes,
    servers,
    customTools,
    chats.removals,
    workspaces,
    turns,
    chats.outside,
    chats.reviews,
  ])
    service.recover();

  const clientTokens = createClientTokens(dataDir, now);
  const listedTools = createListedToolsFile({
    dataDir,
    dialects: chats.dialects,
    settings: stores.settings,
    report,
  });
  const about = aboutApp(options, { stores, keys }, workspaces.rows().length === 0);
  const state = () => stateOf({ chats, stores, providers, clientTokens, about });
  const appearance = () => appearanceOf(stores.settings.read());
  const hasChats = () => workspaces.rows().length > 0;
  let router: Promise<ParleyRouter> | undefined;
  const loadRouter = async () => {
    const { createRouter } = await import('./wiring/create-router.ts');
    return createRouter(
      {
        stores,
        feed,
        state,
        providers,
        clientTokens,
        recentFolders: () => foldersToBegin(options, stores, about),
        listedTools,
        env,
        workspaces,
        removals: chats.removals,
        log: chats.log,
        messages: chats.messages,
        attachments: chats.attachments,
        turns,
        chatCommands: chats.chatCommands,
        externalAgents,
        commands,
        asks: chats.manager,
        askTimeouts: chats.askTimeouts,
        permissions: chats.permissions,
        rules: chats.rules,
        forms: chats.forms,
        previews: chats.previews,
        decisions,
        undos: chats.undos,
        stalePreviews: chats.stalePreviews,
        plans: chats.plans,
        turnUndos: async () => (await chats.changes.load()).turnUndos,
        trust: chats.trust,
        files: chats.folders.files,
        slashCommands: chats.folders.slashCommands,
        readGit: chats.folders.readGit,
        openFolder: options.openFolder ?? openInFileManager,
        servers,
        customTools,
        report,
        logger,
      },
      { outside: chats.outside, reviews: chats.reviews, deliveries: chats.deliveries },
    );
  };
  return {
    /** Returns the handlers of the contract, which are loaded and made when they are first requested. */
    router: () => (router ??= loadRouter()),
    /** Shows the chat about a folder in every window. Throws FolderUnusable. */
    openFolder: (folder: string): Workspace => workspaces.open(folder),
    /** Does what can wait until the host has answered: for agents elsewhere, writes the list of tools. */
    prepare: () => void listedTools.update(),
    /** Opens the endpoint for agents elsewhere that speak MCP; its libraries load only then. */
    async mcp(): Promise<McpEndpoint> {
      const { createMcpEndpoint } = await import('./outside/mcp/mcp-endpoint.ts');
      const { outside, reviews, dialects } = chats;
      return createMcpEndpoint({
        outside,
        reviews,
        dialects,
        settings: stores.settings,
        version,
        report,
        now,
      });
    },
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
      chats.removals.close();
      chats.deliveries.close();
      chats.cancellations.close();
      chats.askTimeouts.close();
      turns.close();
      chats.folders.files.close();
      await Promise.all([commands.close(), externalAgents.close(), servers.close(), customTools.close()]);
      // A change that is being written is brought to its end, or left as it was, before the database is closed.
      await decisions.settled();
      chats.log.flush();
      await listedTools.settled();
      stores.close();
      logger.info('ended');
    },
  };
}

async function openInFileManager(folder: string): Promise<void> {
  const { openInFileManager: open } = await import('./folder/open-in-file-manager.ts');
  await open(folder);
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
  const { findRecentFolders } = await import('./folder/recent-folders.ts');
  return findRecentFolders(home, known);
}
