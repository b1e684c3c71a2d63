import { property, assert, array, constantFrom, string, uniqueArray, boolean, record, nat } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAnswers } from './answers.ts';
import type { Question } from './questions.ts';
import { isAgreement, typedAnswer } from './typed-answer.ts';

const ask = (labels: readonly string[], multiple = false): Question => ({
  id: 'q',
  prompt: 'Which?',
  kind: 'choice',
  options: labels.map((label) => ({ label })),
  multiple,
});

const stores = ['SQLite (Recommended)', 'JSON files', '3', 'Neither, thanks'];

test.each([
  ['json files', ['JSON files']],
  ['  JSON   files ', ['JSON files']],
  ['SQLite', ['SQLite (Recommended)']],
  ['1', ['SQLite (Recommended)']],
  ['4', ['Neither, thanks']],
  ['3', ['3']],
  ['Neither, thanks', ['Neither, thanks']],
  ['5', null],
  ['0', null],
  ['1, 2', null],
  ['SQL', null],
  ['SQLite please', null],
  ['', null],
])('of one answer, %j names %j', (text, picks) => {
  expect(typedAnswer(ask(stores), text)).toEqual(picks);
});

test.each([
  ['2, 1', ['JSON files', 'SQLite (Recommended)']],
  ['JSON files,4', ['JSON files', 'Neither, thanks']],
  ['Neither, thanks', ['Neither, thanks']],
  ['1,', null],
  ['1, 1', null],
  ['1, what about tests?', null],
])('of several answers, %j names %j', (text, picks) => {
  expect(typedAnswer(ask(stores, true), text)).toEqual(picks);
});

test('a label that two options share names none of them, unless it is written as one of them is', () => {
  expect(typedAnswer(ask(['Yes', 'YES']), 'yes')).toBe(null);
  expect(typedAnswer(ask(['Yes', 'YES']), 'YES')).toEqual(['YES']);
  expect(typedAnswer(ask(['Yes', 'Yes']), 'Yes')).toBe(null);
});

test('a question in words is answered by no label', () => {
  expect(typedAnswer({ ...ask([]), kind: 'text' }, '1')).toBe(null);
});

describe('for any question and text', () => {
  const word = constantFrom('a', 'b', 'A', '1', '2', '12', 'a, b', ' b ', 'x (Recommended)', 'é');
  const question = record({ labels: uniqueArray(word, { maxLength: 5 }), multiple: boolean() });

  test('what is offered is an answer that main takes', () => {
    assert(
      property(question, array(constantFrom('a', 'b', '1', '2', 'x', ',', ' ', '12')), (asked, pieces) => {
        const one = ask(asked.labels, asked.multiple);
        const picks = typedAnswer(one, pieces.join(''));
        if (picks !== null) expect(checkAnswers([one], [{ questionId: 'q', picks }]).ok).toBe(true);
      }),
    );
  });

  test('every label, written whole, names only itself', () => {
    assert(
      property(question, nat(), (asked, at) => {
        const label = asked.labels[at % Math.max(1, asked.labels.length)];
        if (label === undefined) return;
        const same = asked.labels.filter((other) => other.trim() === label.trim());
        const picks = typedAnswer(ask(asked.labels, asked.multiple), label);
        if (same.length === 1 && label === label.trim()) expect(picks).toEqual([label]);
      }),
    );
  });

  test('nothing is read into a longer text', () => {
    assert(
      property(question, string({ minLength: 1 }), (asked, more) => {
        const text = `${asked.labels[0] ?? 'a'} because ${more}`;
        expect(typedAnswer(ask(asked.labels), text)).toBe(null);
      }),
    );
  });
});

test.each(['Looks good', 'go ahead!', 'Approve', 'yes', 'Yes, go ahead.', 'LGTM', 'looks good and go on'])(
  '%j only agrees',
  (text) => expect(isAgreement(text)).toBe(true),
);

test.each(['', '!', 'yes, but keep the tests', 'no', 'Looks good. Rename it first', 'go ahead with step 2'])(
  '%j does not only agree',
  (text) => expect(isAgreement(text)).toBe(false),
);
