import { expect, test } from 'vitest';
import { allSentences, sentencesIn } from './strings.ts';

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

/** Words that people read no more, and those that took their place. */
const formerWords: readonly [RegExp, string][] = [
  [/waiting for your decision|waits for your decision|a change waits/i, 'Needs you'],
  [/\bsuperseded\b/i, 'Replaced'],
  [/^Accept(ed)?$/, 'Applied'],
  [/^declined$/i, 'Dismissed'],
  [/\bexec\b/i, 'Edit'],
  [/\bjust type\b|type your own/i, 'Or reply below'],
  [/\basker is gone\b/i, '… disconnected'],
  [/\bworkspaces?\b/i, 'chat, or folder'],
  [/put the file back/i, 'a merge that is shown anew'],
];

/** Texts that agents read too, in words of tools that they know. */
const ofTools = [
  'src/shared/questions/endings.ts',
  'src/shared/contract/outside-tools.ts',
  'src/main/previews/plans/plan-handler.ts',
  'src/main/http/show-request.ts',
  // The names of tables.
  'src/main/storage/recovery/valid-row.ts',
];

test('a person reads no word that was given up for another', () => {
  const found = [...allSentences()].flatMap(([path, sentences]) => {
    if (ofTools.includes(path)) return [];
    return sentences.flatMap(({ line, text }) => {
      const former = formerWords.find(([pattern]) => pattern.test(text.replace('parley://workspace/', '')));
      return former === undefined ? [] : [`${path}:${line} “${text}”: say “${former[1]}”`];
    });
  });
  expect(found).toEqual([]);
});
