import type { AppEvent } from '../../shared/contract/app-state.ts';
import { checkProvider } from '../agents/model/check-provider.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { Calls } from './calls.ts';

export type AgentCallParts = { feed: EventFeed<AppEvent>; providers: ProviderSettings };

/** The calls of Settings about the providers of models and the default agent of new workspaces. */
export function agentCalls({ agents }: Calls, { feed, providers }: AgentCallParts) {
  const publish = () => feed.publish({ type: 'agents-changed', agents: providers.agents() });
  return {
    saveProvider: agents.saveProvider.handler(async ({ input: { provider, key, address } }) => {
      await providers.saveProvider(provider, { key, address });
      publish();
    }),
    checkProvider: agents.checkProvider.handler(({ input: { provider, key, address } }) =>
      checkProvider(providers.entered(provider, { key, address })),
    ),
    setNewAgent: agents.setNewAgent.handler(({ input }) => {
      providers.setNewAgent(input.agent);
      publish();
    }),
  };
}
