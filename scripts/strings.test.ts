import { expect, test } from 'vitest';
import { sentencesIn } from './strings.ts';

const texts = (source: string) => sentencesIn('a.tsx', source).map(({ text }) => text);

test('what stands between tags and in names for people is found, with its line', () => {
  const source = `export const A = () => (
  <p className="flex gap-2" role="status" aria-label="All chats" data-x="Not Me">
    Nothing was
    decided yet.
    <img alt="logo" title={open ? 'Hide details' : 'Show details'} />
  </p>
);`;
  expect(texts(source)).toEqual([
    'All chats',
    'Nothing was decided yet.',
    'logo',
    'Hide details',
    'Show details',
  ]);
  expect(sentencesIn('a.tsx', source)[0]?.line).toBe(2);
});

test('what is filled into a sentence is marked, and what is filled in is looked at too', () => {
  expect(texts("const a = (n) => `${n} chats need ${n === 1 ? 'you' : 'You too'}.`;")).toEqual([
    '{…} chats need {…}.',
    'You too',
  ]);
});

test('keys, types, imports, errors of ours, SQL and comparisons are not for people', () => {
  expect(
    texts(`import x from 'Some Where';
type A = 'Left Behind' | 'b';
if (a === 'Not This') throw new Error('Nor this one.');
db.prepare('SELECT a FROM b');
const look = 'rounded-card border p-2';`),
  ).toEqual([]);
});

test('a property for people counts where it is one word', () => {
  expect(texts("const choice = { value: 'dark', label: 'Dark' };")).toEqual(['Dark']);
});
