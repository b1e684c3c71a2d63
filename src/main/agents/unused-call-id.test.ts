import { expect, test } from 'vitest';
import { unusedCallId } from './unused-call-id.ts';

/** Ids that are used, and how often one was asked about. */
function usedIds(ids: readonly string[] = []) {
  const used = new Set<string>(ids);
  let asked = 0;
  const isUsed = (id: string) => {
    asked += 1;
    return used.has(id);
  };
  const next = (given: string) => {
    const id = unusedCallId(given, isUsed);
    used.add(id);
    return id;
  };
  return { next, asked: () => asked };
}

test('the first call keeps its id, and those after it are numbered', () => {
  const { next } = usedIds();
  expect(Array.from({ length: 6 }, () => next('call'))).toEqual([
    'call',
    'call-2',
    'call-3',
    'call-4',
    'call-5',
    'call-6',
  ]);
});

test('an id that another call has taken over is never given again', () => {
  const { next } = usedIds(['a', 'a-2', 'a-4', 'a-7']);
  const given = Array.from({ length: 20 }, () => next('a'));
  expect(new Set([...given, 'a', 'a-2', 'a-4', 'a-7']).size).toBe(24);
});

test('the last of thousands is found by few looks', () => {
  const { next, asked } = usedIds(['a', ...Array.from({ length: 9_999 }, (_, index) => `a-${index + 2}`)]);
  expect(next('a')).toBe('a-10001');
  expect(asked()).toBeLessThan(40);
});

test.each([
  ['', 'call'],
  ['x'.repeat(500), 'x'.repeat(150)],
  ['\ud800', '\ufffd'],
])('%j becomes an id that the database gives back as it is', (given, id) => {
  expect(usedIds().next(given)).toBe(id);
});
