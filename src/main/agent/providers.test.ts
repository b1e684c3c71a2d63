import { expect, test } from 'vitest';
import { agentFor } from './providers.ts';

const env = { ANTHROPIC_API_KEY: 'key' };

test.each([undefined, '', ' ', 'guide'])('%o is the guide', async (wanted) => {
  const choice = agentFor(wanted, {});
  expect(choice).toMatchObject({ ok: true, agent: { name: 'Parley', model: 'Built-in guide' } });
  expect(choice.ok && (await choice.agent.languageModel()).modelId).toBe('guide');
});

test('a provider and a model name a real agent; the model may contain a slash', async () => {
  const choice = agentFor('anthropic/team/claude-test', env);
  expect(choice).toMatchObject({ ok: true, agent: { name: 'Claude', model: 'team/claude-test' } });
  expect(choice.ok && (await choice.agent.languageModel()).modelId).toBe('team/claude-test');
});

test.each([
  ['nobody/x', env, /no agent called nobody/],
  ['anthropic', env, /No model was chosen/],
  ['anthropic/', env, /No model was chosen/],
  ['anthropic/m', {}, /no key for Claude/],
  ['anthropic/m', { ANTHROPIC_API_KEY: '  ' }, /no key for Claude/],
  ['anthropic/m', { ...env, ANTHROPIC_BASE_URL: 'localhost:1' }, /address set for Claude cannot be used/],
])('%s is refused with what to do', (wanted, environment, what) => {
  const choice = agentFor(wanted, environment);
  expect(choice.ok ? '' : choice.problem.what).toMatch(what);
});
