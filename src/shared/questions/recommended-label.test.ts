import { expect, test } from 'vitest';
import { shownLabel, splitRecommendation } from './recommended-label.ts';

test.each([
  ['SQLite (Recommended)', 'SQLite'],
  ['SQLite  (recommended) ', 'SQLite'],
  ['(Recommended) SQLite', '(Recommended) SQLite'],
  ['(Recommended)', '(Recommended)'],
  ['Recommended', 'Recommended'],
  ['SQLite', 'SQLite'],
])('%j is shown as %j', (label, shown) => expect(shownLabel(label)).toBe(shown));

test('both halves of a label make it up again', () => {
  const { shown, suffix } = splitRecommendation('SQLite (Recommended)');
  expect(shown + suffix).toBe('SQLite (Recommended)');
});
