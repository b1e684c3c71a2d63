import type { State, Story } from '../states/story.ts';
import { type Parley, quietEnv } from './parley.ts';
import { claudeEnv, test as base } from './provider.ts';
import type { AnthropicServer } from '../../test/main/anthropic-server.ts';

/** A test with a Parley in which a story can be told. */
export function storyTest({ agent, firstRun = false, touch = false, prepare = () => {} }: Story) {
  return base.extend({
    alone: true,
    firstRun,
    touch,
    prepare: async ({ hostName: _ }, use) => use(prepare),
    env: async ({ provider }, use) => use(envOf(agent, provider)),
  });
}

/** The environment in which new chats are with a story's agent. */
export function envOf(agent: Story['agent'], provider: AnthropicServer): Record<string, string> {
  switch (agent) {
    case 'guide':
      return quietEnv;
    case 'claude':
      return claudeEnv(provider);
    case 'external':
      return { ...quietEnv, PARLEY_AGENT: 'acp/claude' };
  }
}

/** Goes on to the next state of a story. */
export function reach(state: State, parley: Parley, provider: AnthropicServer): Promise<void> {
  const { page, workspaceDir, dataDir } = parley;
  return state.reach({ page, provider, workspaceDir, dataDir, end: () => parley.end('SIGKILL') });
}
