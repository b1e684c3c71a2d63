import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../scripts/trials/random.ts';
import { markdownOfLength, markdownText } from './markdown.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

test('a message has about 600 characters, with code and without', () => {
  fc.assert(
    fc.property(seeds, fc.boolean(), (seed, withCode) => {
      const { length } = markdownText(seededRandom(seed), { withCode });
      expect(length).toBeGreaterThan(400);
      expect(length).toBeLessThan(800);
    }),
  );
});

test('a stream has exactly as many characters as asked for, and its end is its own', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const text = markdownOfLength(seededRandom(seed), 20_000, 'The end of it.');
      expect(text).toHaveLength(20_000);
      expect(text.endsWith('\n\nThe end of it.')).toBe(true);
      expect(text.match(/^```/gm)?.length ?? 0).toSatisfy((fences: number) => fences % 2 === 0);
    }),
  );
});

test('the same seed says the same', () => {
  const text = () => markdownOfLength(seededRandom(7), 5_000, 'end');
  expect(text()).toBe(text());
});
