import { expect, test } from 'vitest';
import { resultOf } from './figures.ts';
import { markdownTable } from './table.ts';

test('the table names each case once, says what a goal asks and whether it is met', () => {
  const opening = resultOf(
    'open',
    [
      { type: 'ratio', title: 'painted', of: 'ours', to: 'bare', goal: { atMost: 2 }, peer: '34–85' },
      { type: 'value', title: 'elements', of: 'elements', unit: '', goal: { atMost: 3_000 } },
    ],
    [{ ours: 61.8, bare: 20, elements: 2_512 }],
  );
  const rate = resultOf(
    'manager',
    [{ type: 'ratio', title: 'rate', of: 'ours', to: 'bare', goal: { atLeast: 0.5 } }],
    [{ ours: 600_000, bare: 1_000_000 }],
  );
  expect(markdownTable([opening, rate])).toBe(
    [
      '| case | figure | median | range | goal | met | peer | made of |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| open | painted | 3.09 × | 3.09 – 3.09 | ≤ 2 × | **no** | 34–85 | 61.8 / 20 |',
      '|  | elements | 2,512 | 2,512 – 2,512 | ≤ 3,000 | yes |  |  |',
      '| manager | rate | 0.6 × | 0.6 – 0.6 | ≥ 0.5 × | yes |  | 600,000 / 1,000,000 |',
      '',
    ].join('\n'),
  );
});
