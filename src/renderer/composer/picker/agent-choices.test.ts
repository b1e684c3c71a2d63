import { expect, test } from 'vitest';
import type { ProviderInfo } from '../../../shared/providers/provider.ts';
import { agentGroups } from './agent-choices.ts';

const provider = (id: ProviderInfo['id'], name: string, ready = true): ProviderInfo => ({
  id,
  name,
  needsKey: 'yes',
  key: { source: ready ? 'stored' : 'none', variable: null, isRemoved: false },
  address: { source: 'none', variable: 'X', value: '', usual: '' },
  parameters: [],
  ready,
  status: { type: 'untried' },
});

const providers = [
  provider('anthropic', 'Claude'),
  provider('openai', 'OpenAI', false),
  provider('ollama', 'Ollama'),
];
const known = (...models: string[]) => ({ status: 'known' as const, models });
const models = { anthropic: known('claude-large', 'claude-small'), ollama: known('llama3') };
const agents = (
  query: string,
  current = 'guide',
  lists: Parameters<typeof agentGroups>[0]['models'] = models,
) =>
  agentGroups({ providers, models: lists, current, query }).flatMap(({ choices }) =>
    choices.map(({ agent }) => agent),
  );

test('everybody who is connected is there, by provider, and the guide', () => {
  const groups = agentGroups({ providers, models, current: 'guide', query: '' });
  expect(groups.map(({ name }) => name)).toEqual(['Claude', 'Ollama', 'Works offline, without an account']);
  expect(agents('')).toEqual(['anthropic/claude-large', 'anthropic/claude-small', 'ollama/llama3', 'guide']);
});

test('words find a model by its name and its provider', () => {
  expect(agents('small')).toEqual(['anthropic/claude-small']);
  expect(agents('CLAUDE large')).toEqual(['anthropic/claude-large']);
  expect(agents('guide')).toEqual(['guide']);
  expect(agents('nothing like it')).toEqual([]);
});

test('who works now can be chosen also where the list does not name it', () => {
  expect(agents('', 'anthropic/claude-old')[0]).toBe('anthropic/claude-old');
  expect(agents('', 'anthropic/claude-old', {})).toEqual(['anthropic/claude-old', 'guide']);
});

test('a model that no list names is taken by its name', () => {
  expect(agents('anthropic/claude-next')).toEqual(['anthropic/claude-next']);
  const failed = { ...models, ollama: { status: 'failed' as const, problem: 'Nobody is there.' } };
  expect(agents('qwen3', 'guide', failed)).toEqual(['ollama/qwen3']);
  expect(agents('two words', 'guide', failed)).toEqual([]);
});

test('a usual place where nobody is counts as not connected, unless it works here', () => {
  const key = { source: 'none' as const, variable: null, isRemoved: false };
  const unset = { ...provider('ollama', 'Ollama'), key };
  const failed = { ollama: { status: 'failed' as const, problem: 'Nobody is there.' } };
  const found = (current: string, lists: Parameters<typeof agentGroups>[0]['models']) =>
    agentGroups({ providers: [unset], models: lists, current, query: '' }).map(({ name }) => name);
  expect(found('guide', failed)).not.toContain('Ollama');
  expect(found('ollama/llama3', failed)).toContain('Ollama');
  expect(found('guide', models)).toContain('Ollama');
});

test('a provider says why it names nobody', () => {
  const failed = { ollama: { status: 'failed' as const, problem: 'Nobody is there.' } };
  const groups = agentGroups({ providers, models: failed, current: 'guide', query: '' });
  expect(groups.map(({ note }) => note)).toEqual(['Looking for models…', 'Nobody is there.', null]);
});
