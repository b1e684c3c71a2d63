import { expect, test } from 'vitest';
import type { ProviderId, Source } from '../../../shared/providers/provider.ts';
import type { FailureKind } from './failure-kind.ts';
import { remedyFor, whatToDo } from './failure-remedy.ts';
import { providers } from './providers/registry.ts';

const service = (id: ProviderId, addressFrom: Source) => ({
  provider: providers[id],
  keyFrom: 'stored' as const,
  addressFrom,
});

test.each([
  ['none', 'Check that you are online. Then choose Resume.'],
  [
    'stored',
    'Check that you are online and that the address for Claude in Settings is right. Then choose Resume.',
  ],
  [
    'environment',
    'Check that you are online and that ANTHROPIC_BASE_URL is right, and start Parley again when you have changed it. Then choose Resume.',
  ],
] as const)('an address from %s that is not found is one thing to check', (from, words) => {
  expect(whatToDo('unknown-address', service('anthropic', from))).toBe(words);
});

test.each([
  ['openai', 'none', 'Check that you are online.'],
  [
    'openai',
    'stored',
    'Check that you are online, that the server is running and that the address for OpenAI is right.',
  ],
  ['ollama', 'none', 'Start Ollama, for example with “ollama serve”, or check the address for Ollama.'],
] as const)('what keeps %s with an address from %s from being reached is one sentence', (id, from, words) => {
  expect(remedyFor('unreachable', service(id, from), 'settings')).toBe(words);
});

const mended = ['no-model', 'unreachable', 'unknown-address', 'unverified'] as const satisfies FailureKind[];

test.each(mended)('%s gives one order in Settings, with every provider and source of the address', (kind) => {
  for (const { id } of Object.values(providers)) {
    for (const from of ['none', 'stored', 'environment'] as const)
      expect(remedyFor(kind, service(id, from), 'settings')).toMatch(/^[A-Z][^.]+\.$/);
  }
  expect(remedyFor(kind, undefined, 'settings')).toMatch(/^[A-Z][^.]+\.$/);
});

test('a model that is missing is not said to lie at an address that nobody has entered', () => {
  expect(whatToDo('no-model', service('anthropic', 'none'))).toBe(
    'Choose another model under the message field. Then choose Resume.',
  );
  expect(whatToDo('no-model', service('anthropic', 'stored'))).toBe(
    'Choose another model under the message field, or check the address for Claude in Settings. Then choose Resume.',
  );
});
