import { expect, test } from 'vitest';
import type { ProviderId, Source } from '../../../shared/providers/provider.ts';
import type { FailureKind } from './failure-kind.ts';
import { adviceFor, remedyFor } from './failure-remedy.ts';
import { providers } from './providers/registry.ts';

const service = (id: ProviderId, addressFrom: Source) => ({
  provider: providers[id],
  keyFrom: 'stored' as const,
  addressFrom,
});

const todo = (kind: FailureKind, whom: ReturnType<typeof service>) =>
  adviceFor(kind, { whom, canCompact: false }).todo;

const remedies = (kind: FailureKind, keyFrom: Source = 'stored', canCompact = false) =>
  adviceFor(kind, { whom: { ...service('anthropic', 'none'), keyFrom }, canCompact }).remedies.map(
    (remedy) => (remedy.type === 'resume' ? remedy.verb : remedy.type),
  );

test('a key that was refused can be changed where it is stored, and not sent again as it is', () => {
  expect(remedies('wrong-key')).toEqual(['change-key', 'switch-model']);
  expect(remedies('wrong-key', 'none')).toEqual(['change-key', 'switch-model']);
  // Only the environment changes it, and Parley is started again after that.
  expect(remedies('wrong-key', 'environment')).toEqual(['retry', 'switch-model']);
});

test('what would fail again the same way is not offered again', () => {
  for (const kind of ['too-long', 'too-large', 'image-refused', 'content-filter'] as const)
    expect(remedies(kind)).toEqual(['switch-model']);
  expect(remedies('too-long', 'stored', true)).toEqual(['compact', 'switch-model']);
});

test.each([
  ['limited', 'retry'],
  ['overloaded', 'retry'],
  ['server-failed', 'retry'],
  ['unreachable', 'retry'],
  ['web-page', 'retry'],
  ['interrupted', 'resume'],
  ['length', 'resume'],
  ['error', 'ask-again'],
  ['too-many-parts', 'ask-again'],
  ['no-model', 'switch-model'],
  ['not-allowed', 'switch-model'],
] as const)('after %s the first way on is %s', (kind, first) => {
  expect(remedies(kind)[0]).toBe(first);
});

test.each([
  ['https://gateway.example/team', 'https://gateway.example'],
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080'],
  ['https://api.anthropic.com', 'https://api.anthropic.com'],
])(
  'a web page at %s can be looked at where it came from, and nothing else of the address is shown',
  (address, page) => {
    const whom = { ...service('anthropic', 'stored'), address };
    const { remedies: ways, todo: text } = adviceFor('web-page', { whom, canCompact: false });
    expect(ways).toEqual([
      { type: 'open-page', address: page },
      { type: 'resume', verb: 'retry' },
      { type: 'open-settings', part: 'models' },
    ]);
    expect(text).toContain('sign in first. If not, check the address for Claude');
  },
);

test('where no address is known a web page has no way to it', () => {
  expect(remedies('web-page')).not.toContain('open-page');
});

test.each([
  ['none', 'Check that you are online.'],
  ['stored', 'Check that you are online and that the address for Claude in Settings is right.'],
  [
    'environment',
    'Check that you are online and that ANTHROPIC_BASE_URL is right, and start Parley again when you have changed it.',
  ],
] as const)('an address from %s that is not found is one thing to check', (from, words) => {
  expect(todo('unknown-address', service('anthropic', from))).toBe(words);
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
  expect(todo('no-model', service('anthropic', 'none'))).toBe(
    'Choose another model under the message field.',
  );
  expect(todo('no-model', service('anthropic', 'stored'))).toBe(
    'Choose another model under the message field, or check the address for Claude in Settings.',
  );
});
