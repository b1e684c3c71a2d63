import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readMarkdown } from '../../../shared/markdown/read-markdown.ts';
import { completeMarkdown } from '../../ui/markdown/complete-markdown.ts';
import { changedMarkdown } from '../../ui/markdown/changed-markdown.ts';
import { planBlocks, shownBlocks } from './plan-blocks.ts';

const blocksOf = (source: string) => planBlocks(readMarkdown(source));

const plan = [
  'Before anything.',
  '',
  '## Steps',
  '',
  '1. Write `a.ts`.',
  '   - With **care**.',
  '2. Read it.',
  '',
  '   Aloud.',
  '',
  '> Mind the gap.',
  '',
  '| A | B |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  '### Check',
  '',
  '```sh',
  'npm test',
  '```',
].join('\n');

it('finds what can have a note, each under its heading and with how it begins', () => {
  expect(blocksOf(plan).map(({ depth, heading, quote }) => [depth, heading, quote])).toEqual([
    [0, '', 'Before anything.'],
    [2, 'Steps', 'Steps'],
    [0, 'Steps', 'Write a.ts.'],
    [0, 'Steps', 'With care.'],
    [0, 'Steps', 'Read it. Aloud.'],
    [0, 'Steps', 'Mind the gap.'],
    [0, 'Steps', 'A | B'],
    [3, 'Check', 'Check'],
    [0, 'Check', 'npm test'],
  ]);
});

it('takes each block once, whatever the plan', () => {
  const line = fc.constantFrom(
    '# A',
    '## B',
    'text',
    '- item',
    '  - inner',
    '1. one',
    '> quote',
    '```',
    '',
    '| a |',
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const tokens = blocksOf(lines.join('\n')).map(({ token }) => token);
      expect(new Set(tokens).size).toBe(tokens.length);
    }),
    { numRuns: 500 },
  );
});

it('keeps the numbers of blocks that the person left as they were', () => {
  const proposed = blocksOf('# A\n\none\n\ntwo\n\none');
  const edited = blocksOf('# A\n\none\n\nnew\n\none\n\ntwo');
  expect(shownBlocks(proposed, edited).map(({ at }) => at)).toEqual([0, 1, null, 3, null]);
});

it('gives every block its own number while nothing was edited', () => {
  const blocks = blocksOf(plan);
  expect(shownBlocks(blocks, blocks).map(({ at }) => at)).toEqual(blocks.map((_, index) => index));
});

it.each([
  [
    '1. Add a queue\n   - store it\n2. Test',
    '1. Add a queue\n   - store it\n   - retry three times\n2. Test',
  ],
  ['- a\n  - b\n  - c', '- a\n  - b\n  - new one here'],
  ['1. Read\n   - slowly\n2. Test', '1. Read\n2. Test'],
  ['- [ ] one\n\nDo this.', '- [x] one\n\nDo this now.'],
])('has the same blocks of a plan where what changed since %j is shown', (before, now) => {
  const proposed = planBlocks(completeMarkdown(now));
  const shown = planBlocks(changedMarkdown(completeMarkdown(before), completeMarkdown(now)));
  expect(shownBlocks(proposed, shown).map(({ at, quote }) => [at, quote])).toEqual(
    proposed.map(({ quote }, at) => [at, quote]),
  );
});
