import { expect, test } from 'vitest';
import { splitRecommendation } from './choices.tsx';

test.each([
  ['SQLite', 'SQLite', ''],
  ['SQLite (Recommended)', 'SQLite', ' (Recommended)'],
  ['SQLite (recommended) ', 'SQLite', ' (recommended) '],
  ['(Recommended)', '(Recommended)', ''],
  ['(Recommended) SQLite', '(Recommended) SQLite', ''],
])('of the label %j the badge takes over what recommends it', (label, shown, suffix) => {
  expect(splitRecommendation(label)).toEqual({ shown, suffix });
});
