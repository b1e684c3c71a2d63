import { expect, test } from 'vitest';
import type { Question, Reply } from '../questions/questions.ts';
import { detailsOf, formatMany, replyAsAnswer, withMarks } from './ask-text.ts';

const question: Question = {
  id: 'x',
  prompt: 'Which?',
  kind: 'choice',
  options: [{ label: 'a' }, { label: 'b' }],
  multiple: true,
};
const answered = (more: Partial<Extract<Reply, { status: 'answered' }>> = {}): Reply => ({
  status: 'answered',
  questionId: 'x',
  picks: ['a'],
  origin: 'picked',
  ...more,
});
const skipped: Reply = { status: 'skipped', questionId: 'x' };
const asked = { question: 'Which?', options: ['a', 'b'], multi: true };

test('details name what was picked, entered and noted', () => {
  expect(detailsOf(question, answered({ custom: 'c', note: 'n' }), false)).toStrictEqual({
    ...asked,
    selectedOptions: ['a'],
    customInput: 'c',
    note: 'n',
  });
  expect(detailsOf(question, { ...skipped, note: 'n' }, true)).toStrictEqual({
    ...asked,
    selectedOptions: [],
    note: 'n',
  });
});

test('only what a timeout chose is marked as timed out', () => {
  const chosen = { ...asked, selectedOptions: ['a'] };
  expect(detailsOf(question, answered({ origin: 'auto' }), true)).toStrictEqual({
    ...chosen,
    timedOut: true,
  });
  expect(detailsOf(question, answered({ origin: 'auto' }), false)).toStrictEqual(chosen);
  expect(detailsOf(question, answered(), true)).toStrictEqual(chosen);
});

test('a reply in the chat is the answer to the first question, and the others are skipped', () => {
  expect(replyAsAnswer([question, { ...question, id: 'y' }], 'Neither')).toEqual({
    type: 'answered',
    replies: [
      { status: 'answered', questionId: 'x', picks: [], custom: 'Neither', origin: 'typed' },
      { status: 'skipped', questionId: 'y' },
    ],
    timedOut: false,
  });
});

test('a mark without a text stands alone', () => {
  expect(withMarks('', { ...skipped, note: 'n' })).toBe('(note: n)');
  expect(withMarks('a', answered({ origin: 'auto', note: 'n' }))).toBe(
    'a (auto-selected after timeout) (note: n)',
  );
  expect(withMarks('a', answered())).toBe('a');
});

test('of several picks only picks stand in brackets', () => {
  const line = (reply: Reply) => formatMany([{ asked: question, reply }]).split('\n')[1];
  expect(line(answered({ picks: [], custom: 'c' }))).toBe('x: "c"');
  expect(line(answered({ custom: 'c' }))).toBe('x: [a, "c"]');
});
