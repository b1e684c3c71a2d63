import { describe, expect, it, test } from 'vitest';
import {
  modelAccess,
  providerSettingsFrom,
} from '../../../../test/main/agents/model/provider-settings-from.ts';
import { agentFor } from './providers.ts';
import type { Environment } from './provider-settings.ts';

const env = { ANTHROPIC_API_KEY: 'key' };

function choose(requested: string | undefined, environment: Environment = {}) {
  const settings = providerSettingsFrom(environment);
  return agentFor(requested, modelAccess(settings));
}

test.each([undefined, '', ' ', 'guide'])('%o is the guide', async (requested) => {
  const choice = choose(requested);
  expect(choice).toMatchObject({ ok: true, agent: { name: 'Guide', model: 'Built-in guide' } });
  expect(choice.ok && (await choice.agent.languageModel()).modelId).toBe('guide');
});

test.each([
  ['anthropic/team/claude-test', env, 'Claude', 'team/claude-test'],
  ['openai/gpt-test', { OPENAI_API_KEY: 'key' }, 'OpenAI', 'gpt-test'],
  ['google/gemini-test', { GOOGLE_GENERATIVE_AI_API_KEY: 'key' }, 'Gemini', 'gemini-test'],
  ['ollama/qwen:4b', {}, 'Ollama', 'qwen:4b'],
  [
    'openai-compatible/org/model',
    { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1234' },
    'OpenAI-compatible',
    'org/model',
  ],
])('%s is a real agent; the model may contain a slash', async (requested, environment, name, model) => {
  const choice = choose(requested, environment);
  expect(choice).toMatchObject({ ok: true, agent: { name, model } });
  expect(choice.ok && (await choice.agent.languageModel()).modelId).toBe(model);
});

test.each([
  ['nobody/x', env, /no agent called nobody/],
  ['anthropic', env, /No model was chosen/],
  ['anthropic/', env, /No model was chosen/],
  ['anthropic/m', {}, /no key for Claude/],
  ['anthropic/m', { ANTHROPIC_API_KEY: '  ' }, /no key for Claude/],
  ['anthropic/m', { ANTHROPIC_API_KEY: 'my key …' }, /key for Claude cannot be used/],
  ['anthropic/m', { ...env, ANTHROPIC_BASE_URL: 'localhost:1' }, /address set for Claude cannot be used/],
  ['openai/m', {}, /no key for OpenAI/],
  ['google/m', {}, /no key for Gemini/],
  ['openai-compatible/m', {}, /no address for OpenAI-compatible/],
  ['ollama/m', { OLLAMA_HOST: 'ftp://there' }, /address set for Ollama cannot be used/],
])('%s is refused with what to do', (requested, environment, what) => {
  const choice = choose(requested, environment);
  expect(choice.ok ? '' : choice.problem.what).toMatch(what);
});

describe('what is set up', () => {
  it('comes from the environment first, and of keys only their source is told', async () => {
    const settings = providerSettingsFrom({ OPENAI_API_KEY: 'from-the-environment' });
    await settings.saveProvider('openai', { key: 'stored-key', address: 'https://example.org' });
    await settings.saveProvider('google', { key: 'other-key', address: '' });
    expect(settings.setup('openai')).toMatchObject({
      apiKey: 'from-the-environment',
      address: 'https://example.org',
    });
    const told = settings.agents();
    expect(told.providers.map(({ id, key, ready }) => [id, key.source, ready])).toEqual([
      ['anthropic', 'none', false],
      ['openai', 'environment', true],
      ['google', 'stored', true],
      ['openai-compatible', 'none', false],
      ['ollama', 'none', true],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/from-the-environment|stored-key|other-key/);
  });

  it('takes an empty key and an empty address away, and leaves a key alone that was not entered', async () => {
    const settings = providerSettingsFrom({});
    await settings.saveProvider('anthropic', { key: 'first', address: 'https://example.org' });
    await settings.saveProvider('anthropic', {});
    expect(settings.setup('anthropic')).toMatchObject({ apiKey: 'first', address: 'https://example.org' });
    await settings.saveProvider('anthropic', { address: '' });
    expect(settings.setup('anthropic')).toMatchObject({ apiKey: 'first', addressFrom: 'none' });
    await settings.saveProvider('anthropic', { key: '', address: '' });
    expect(settings.setup('anthropic')).toMatchObject({ apiKey: '', keyFrom: 'none' });
  });

  it('lets PARLEY_AGENT win over the chosen agent of new workspaces', () => {
    const settings = providerSettingsFrom({ PARLEY_AGENT: 'ollama/qwen' });
    settings.setNewAgent('guide');
    expect(settings.newAgent()).toEqual({ agent: 'ollama/qwen', source: 'environment' });
    const free = providerSettingsFrom({});
    free.setNewAgent('openai/gpt-test');
    expect(free.newAgent()).toEqual({ agent: 'openai/gpt-test', source: 'stored' });
  });

  it('begins no new chat with an agent that acts unasked, also where one was chosen before', () => {
    const settings = providerSettingsFrom({});
    settings.setNewAgent('acp/kimi');
    expect(settings.newAgent()).toEqual({ agent: 'guide', source: 'none' });
  });
});
