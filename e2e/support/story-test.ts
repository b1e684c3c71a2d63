import type { AppState, AppStory } from '../states/state.ts';
import { type Parley, quietEnv } from './parley.ts';
import { claudeEnv, test as base } from './provider.ts';
import type { AnthropicServer } from '../../test/main/agents/model/anthropic-server.ts';

export function appTest({ agent, alone, firstRun = false, touch = false, prepare }: AppStory) {
  return base.extend({
    alone: alone === true,
    firstRun,
    touch,
    ...(prepare !== undefined && { prepare: async ({ hostName: _ }, use) => use(prepare) }),
    env: async ({ provider }, use) => use(envOf(agent, provider)),
  });
}

export function envOf(agent: AppStory['agent'], provider: AnthropicServer): Record<string, string> {
  switch (agent) {
    case 'guide':
      return quietEnv;
    case 'claude':
      return claudeEnv(provider);
    case 'keyless': {
      const { ANTHROPIC_API_KEY: _, ...env } = claudeEnv(provider);
      return { ...quietEnv, ...env };
    }
    case 'external':
      return { ...quietEnv, PARLEY_AGENT: 'acp/claude' };
  }
}

export function reach(state: AppState, parley: Parley, provider: AnthropicServer): Promise<void> {
  const { page, workspaceDir, dataDir } = parley;
  return state.reach({ page, provider, workspaceDir, dataDir, end: () => parley.end('SIGKILL') });
}
