import type { AppEvent, AppState } from '../../shared/contract/app-state.ts';
import { withAskerName } from '../../shared/ledger/ledger-entry.ts';
import type { ServerDetails } from '../../shared/mcp-servers/server-info.ts';
import type { FoundAgents } from '../../shared/providers/external-agent.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { RecentFolder } from '../../shared/workspace/workspace.ts';
import type { ExternalAgents } from '../agents/external/external-agents.ts';
import { isExternal } from '../agents/external/agent-names.ts';
import type { ChatCommands } from '../agents/chat-commands.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { ClientTokens } from '../http/client-tokens.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { LedgerIndex, LedgerStore } from '../storage/ledger-store.ts';
import type { SearchStore } from '../storage/search-store.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';

type AppCallParts = {
  feed: EventFeed<AppEvent>;
  state: () => AppState;
  settings: SettingsStore;
  timeouts: AskTimeouts;
  search: SearchStore;
  /** The folders that a first chat may be about. */
  recentFolders(): Promise<RecentFolder[]>;
  /** The list of tools that clients see while Parley is away. */
  listed: { update(): Promise<void> };
};

/** The calls about the whole app. */
export function appCalls(calls: Calls, parts: AppCallParts) {
  const { feed, state, settings, search, timeouts, recentFolders, listed } = parts;
  return {
    ping: calls.app.ping.handler(() => undefined),
    watch: calls.app.watch.handler(({ input, signal }) => feed.subscribe(state, input.after, signal)),
    findLines: calls.app.findLines.handler(async ({ input, signal }) => {
      const { findLines } = await import('../chat/find-messages.ts');
      return findLines(search, input.text, signal);
    }),
    listFolders: calls.app.listFolders.handler(async ({ input }) => {
      const { completeFolder } = await import('../folder/complete-folder.ts');
      return completeFolder(input.typed);
    }),
    recentFolders: calls.app.recentFolders.handler(recentFolders),
    saveSettings: calls.app.saveSettings.handler(async ({ input }) => {
      settings.save(input);
      if (input.secondNames !== undefined) await listed.update();
      if (input.askTimeout === 0) timeouts.touchAll();
      feed.publish({ type: 'settings-changed', settings: settings.read() });
    }),
  };
}

type AgentCallParts = {
  feed: EventFeed<AppEvent>;
  providers: ProviderSettings;
  external: { find(): Promise<FoundAgents>; removeKey(agent: string, variable: string): Promise<void> };
};

/** The calls of Settings about the providers of models and the default agent of new workspaces. */
export function agentCalls({ agents }: Calls, { feed, providers, external }: AgentCallParts) {
  const publish = () => feed.publish({ type: 'agents-changed', agents: providers.agents() });
  return {
    saveProvider: agents.saveProvider.handler(async ({ input: { provider, key, address } }) => {
      await providers.saveProvider(provider, { key, address });
      publish();
    }),
    checkProvider: agents.checkProvider.handler(async ({ input: { provider, key, address } }) => {
      const { checkProvider } = await import('../agents/model/check-provider.ts');
      return checkProvider(providers.entered(provider, { key, address }));
    }),
    findExternal: agents.findExternal.handler(() => external.find()),
    removeKey: agents.removeKey.handler(async ({ input: { agent, variable } }) => {
      await external.removeKey(agent, variable);
      return external.find();
    }),
    setNewAgent: agents.setNewAgent.handler(({ input }) => {
      providers.setNewAgent(input.agent);
      publish();
    }),
  };
}

type ClientTokenCallParts = { feed: EventFeed<AppEvent>; clientTokens: ClientTokens };

/** Makes and revokes the tokens of clients of the HTTP door, for Settings and the command line. */
export function clientTokenCalls(calls: Calls, { feed, clientTokens }: ClientTokenCallParts) {
  const publish = () => feed.publish({ type: 'client-tokens-changed', clientTokens: clientTokens.info() });
  return {
    make: calls.clientTokens.make.handler(async () => {
      const token = await clientTokens.make();
      publish();
      return { token };
    }),
    revoke: calls.clientTokens.revoke.handler(async () => {
      const revoked = await clientTokens.revoke();
      publish();
      return { revoked };
    }),
  };
}

const pageLength = 50;

type LedgerCallParts = { ledger: LedgerStore; ledgerIndex: LedgerIndex };

/** The calls of the page of decisions. */
export function ledgerCalls(calls: Calls, { ledger, ledgerIndex }: LedgerCallParts) {
  return {
    search: calls.ledger.search.handler(async ({ input: { before, ...search } }) => {
      const ids = await ledgerIndex.find(search, pageLength + 1, before);
      return {
        entries: ledger.entries(ids.slice(0, pageLength)).map(withAskerName),
        hasMore: ids.length > pageLength,
      };
    }),
    facets: calls.ledger.facets.handler(() => ledgerIndex.facets()),
    export: calls.ledger.export.handler(async ({ input: { format, ...search } }) => {
      const { ledgerDocument } = await import('../../shared/ledger/ledger-document.ts');
      return {
        text: ledgerDocument(ledger.entries(await ledgerIndex.find(search)).map(withAskerName), format),
      };
    }),
    prune: calls.ledger.prune.handler(({ input: { before } }) => ({ removed: ledger.prune(before) })),
  };
}

type ServersPart = {
  file: string;
  refresh(): Promise<void>;
  details(id: string): Promise<ServerDetails | null>;
  retry(id: string): Promise<void>;
  /** Starts servers of the person's own, by their names; their states say how that goes. */
  start(names: readonly string[]): Promise<void>;
  signIn(id: string): Promise<void>;
  cancelSignIn(id: string): Promise<void>;
  /** Returns what is left to do, for a person. */
  signOut(id: string): Promise<string | undefined>;
};

/** The calls about the MCP servers that chats use. */
export function serverCalls({ servers: calls }: Calls, { servers }: { servers: ServersPart }) {
  return {
    refresh: calls.refresh.handler(() => servers.refresh()),
    details: calls.details.handler(({ input: { id } }) => servers.details(id)),
    add: calls.add.handler(async ({ input: { text }, errors }) => {
      const { addServers } = await import('../mcp-servers/add-servers.ts');
      const added = await addServers(servers.file, text);
      if (!added.ok)
        throw errors['servers-refused']({ message: added.problem, data: { problem: added.problem } });
      await servers.refresh();
      void servers.start(added.names);
    }),
    signIn: calls.signIn.handler(({ input: { id }, errors }) =>
      servers.signIn(id).catch((error: unknown) => {
        const problem = messageOf(error);
        throw errors['sign-in-failed']({ message: problem, data: { problem } });
      }),
    ),
    cancelSignIn: calls.cancelSignIn.handler(({ input: { id } }) => servers.cancelSignIn(id)),
    signOut: calls.signOut.handler(async ({ input: { id }, errors }) => {
      const problem = await servers.signOut(id);
      if (problem !== undefined) throw errors['grant-not-revoked']({ message: problem, data: { problem } });
    }),
    retry: calls.retry.handler(({ input: { id } }) => servers.retry(id)),
  };
}

type TerminalCallParts = {
  external: Pick<ExternalAgents, 'terminals'>;
  commands: Pick<ChatCommands, 'resume'>;
  workspaces: Pick<Workspaces, 'has' | 'row'>;
};

/** The calls about the terminals in which people sign in to agents. */
export function terminalCalls({ terminals }: Calls, { external, commands, workspaces }: TerminalCallParts) {
  const all = () => external.terminals((chat) => commands.resume(chat));
  return {
    open: terminals.open.handler(async ({ input: { of, way, ...size }, errors }) => {
      const refused = (problem: string) => errors['sign-in-failed']({ message: problem, data: { problem } });
      if (of.type === 'chat' && !workspaces.has(of.workspaceId))
        throw refused('This chat is no longer here.');
      const agent = of.type === 'chat' ? workspaces.row(of.workspaceId).agent : of.agent;
      if (!isExternal(agent)) throw refused('Nobody signs in to this agent.');
      const { AgentFailure } = await import('../agents/external/failure.ts');
      try {
        const { terminal, command } = await (await all()).open(of, way, size);
        return { terminal: terminal.id, command };
      } catch (error) {
        if (error instanceof AgentFailure) throw refused(error.problem.what);
        throw error;
      }
    }),
    watch: terminals.watch.handler(async ({ input, signal, errors }) => {
      const terminal = (await all()).get(input.terminal);
      if (terminal === undefined) throw errors['no-such-terminal']();
      return terminal.watch(signal);
    }),
    took: terminals.took.handler(async ({ input: { terminal, view, characters } }) => {
      (await all()).get(terminal)?.took(view, characters);
    }),
    write: terminals.write.handler(async ({ input: { terminal, view, nth, data } }) => {
      (await all()).get(terminal)?.write(view, nth, data);
    }),
    resize: terminals.resize.handler(async ({ input: { terminal, view, columns, rows } }) => {
      (await all()).get(terminal)?.resize(view, { columns, rows });
    }),
    close: terminals.close.handler(async ({ input: { terminal } }) => (await all()).end(terminal)),
  };
}
