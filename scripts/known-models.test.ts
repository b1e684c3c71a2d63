import { expect, test } from 'vitest';
import { knownModelsSource } from './known-models.ts';

/** A model in the shape of https://models.dev/api.json, with what the generator does not read left out. */
const model = (more: object = {}) => ({
  id: 'm',
  attachment: true,
  reasoning: false,
  tool_call: true,
  modalities: { input: ['text', 'image', 'pdf'], output: ['text'] },
  limit: { context: 200_000, output: 64_000 },
  cost: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
  ...more,
});

const rows = (anthropic: Record<string, unknown>) =>
  knownModelsSource(
    {
      anthropic: { models: anthropic },
      openai: { models: {} },
      google: { models: {} },
      other: { models: 7 },
    },
    'models.dev, 2026-09-23',
  )
    .split('\n')
    .filter((line) => line.startsWith("    ['"))
    .map((line) => line.trim());

test.each([
  ['a model', model(), "['m', 200_000, 64_000, sees, [3, 15, 0.3, 3.75]],"],
  [
    'one that thinks and reads text alone',
    model({ reasoning: true, modalities: { input: ['text'], output: ['text'] } }),
    "['m', 200_000, 64_000, ponders, [3, 15, 0.3, 3.75]],",
  ],
  [
    'one without a limit of output or a cache',
    model({ limit: { context: 8_192, output: 0 }, cost: { input: 1, output: 2 } }),
    "['m', 8_192, null, sees, [1, 2]],",
  ],
  ['one without prices', model({ cost: undefined }), "['m', 200_000, 64_000, sees, null],"],
  [
    'one that is dearer for long requests',
    model({
      cost: {
        input: 1,
        output: 2,
        tiers: [{ input: 2, output: 3, tier: { type: 'context', size: 272_000 } }],
      },
    }),
    "['m', 200_000, 64_000, sees, [1, 2], { above: 272_000, rates: [2, 3] }],",
  ],
  [
    'the same in the older form',
    model({ cost: { input: 1, output: 2, cache_write: 4, context_over_200k: { input: 2, output: 3 } } }),
    "['m', 200_000, 64_000, sees, [1, 2, null, 4], { above: 200_000, rates: [2, 3] }],",
  ],
])('%s is a row', (_, given, row) => expect(rows({ m: given })).toEqual([row]));

test.each([
  ['writes images', model({ modalities: { input: ['text'], output: ['image'] } })],
  ['calls no tools', model({ tool_call: false })],
  ['has no window', model({ limit: { context: 0, output: 0 } })],
])('one that %s is left out', (_, given) => expect(rows({ m: given })).toEqual([]));

test('an edition is a row only where it differs', () => {
  const other = model({ cost: { input: 9, output: 9 } });
  const found = rows({ m: model(), 'm-latest': model(), 'm-20250929': model(), 'm-preview': other });
  expect(found).toHaveLength(2);
  expect(found[1]).toContain("'m-preview'");
});

test('a list of another shape is refused', () => {
  expect(() => knownModelsSource({ anthropic: [] }, 'models.dev')).toThrow(/expected object/);
});
