import type { AppEvent, AppState } from '../../shared/contract/app-state.ts';
import type { RecentFolder } from '../../shared/workspace/recent-folder.ts';
import { withAskerName } from '../../shared/ledger/ledger-entry.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { ClientTokens } from '../http/client-tokens.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { LedgerIndex } from '../storage/ledger-index.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { SearchStore } from '../storage/search-store.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import type { FoundAgents } from '../../shared/providers/hosted-agent.ts';
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
  hosted: { find(): Promise<FoundAgents>; removeKey(agent: string, variable: string): Promise<void> };
};

/** The calls of Settings about the providers of models and the default agent of new workspaces. */
export function agentCalls({ agents }: Calls, { feed, providers, hosted }: AgentCallParts) {
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
    findHosted: agents.findHosted.handler(() => hosted.find()),
    removeKey: agents.removeKey.handler(async ({ input: { agent, variable } }) => {
      await hosted.removeKey(agent, variable);
      return hosted.find();
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
