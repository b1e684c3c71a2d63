import { expect, test } from 'vitest';
import { noFilters, overviewDays, searchOf } from './ledger-view.ts';

const noon = new Date(2026, 10, 22, 12, 30).getTime();

test('without a filter only the words count', () => {
  expect(searchOf({ ...noFilters, query: 'tea' }, noon)).toEqual({ query: 'tea' });
});

test('today begins at midnight, and seven days with the sixth day before it', () => {
  const since = (days: number) => searchOf({ ...noFilters, days }, noon).since;
  expect(since(1)).toBe(new Date(2026, 10, 22).getTime());
  expect(since(7)).toBe(new Date(2026, 10, 16).getTime());
  expect(since(30)).toBe(new Date(2026, 9, 24).getTime());
});

test('each filter that is set is part of the search', () => {
  expect(
    searchOf({ ...noFilters, folder: '/a', agent: 'Claude', kind: 'plan', outcome: 'no' }, noon),
  ).toEqual({
    query: '',
    folder: '/a',
    agent: 'Claude',
    kind: 'plan',
    outcome: 'no',
  });
});

test('the overview is of fourteen days, the last of which is today', () => {
  const days = overviewDays(noon);
  expect(days).toHaveLength(14);
  expect([days[0], days[13]]).toEqual([new Date(2026, 10, 9).getTime(), new Date(2026, 10, 22).getTime()]);
});
