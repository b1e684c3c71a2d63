import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAnswers } from './answer-check.ts';
import type { Answer } from './outcome.ts';
import type { Question } from './question.ts';

const size: Question = {
  id: '1',
  prompt: 'How long?',
  kind: 'choice',
  options: [{ label: 'Short' }, { label: 'Long' }],
  multiple: false,
};

const parts: Question = { ...size, id: '2', prompt: 'Which parts?', multiple: true };

const questions = [size, parts];

const repliesTo = (answers: Answer[]) => {
  const checked = checkAnswers(questions, answers);
  if (!checked.ok) throw new Error(checked.problem);
  return checked.outcome.replies;
};

const refused: readonly [mistake: string, answers: Answer[], problem: string][] = [
  [
    'an answer to a question that was not asked',
    [{ questionId: '3', picks: [] }],
    'There is no question "3".',
  ],
  [
    'two answers to one question',
    [
      { questionId: '1', picks: ['Short'] },
      { questionId: '1', picks: ['Long'] },
    ],
    'Question "1" is answered twice.',
  ],
  [
    'a label that was not offered',
    [{ questionId: '1', picks: ['short'] }],
    '"How long?": "short" is not one of the options.',
  ],
  [
    'a label picked twice',
    [{ questionId: '2', picks: ['Long', 'Long'] }],
    '"Which parts?": an option is picked twice.',
  ],
  [
    'two picks in a single-select question',
    [{ questionId: '1', picks: ['Short', 'Long'] }],
    '"How long?": only one answer is possible.',
  ],
  [
    'a pick together with Other in a single-select question',
    [{ questionId: '1', picks: ['Short'], custom: 'medium' }],
    '"How long?": only one answer is possible.',
  ],
];

test.each(refused)('refuses %s and says so', (_mistake, answers, problem) => {
  expect(checkAnswers(questions, answers)).toEqual({ ok: false, problem });
});

test('a refusal names the first bad question, whatever stands beside it', () => {
  const checked = checkAnswers(questions, [
    { questionId: '2', picks: ['Long'] },
    { questionId: '1', picks: ['nothing like it'] },
  ]);
  expect(checked).toEqual({
    ok: false,
    problem: '"How long?": "nothing like it" is not one of the options.',
  });
});

test('replies stand in the order of the questions, not of the answers', () => {
  const replies = repliesTo([
    { questionId: '2', picks: ['Long', 'Short'] },
    { questionId: '1', picks: ['Long'] },
  ]);
  expect(replies).toEqual([
    { status: 'answered', questionId: '1', picks: ['Long'], origin: 'picked' },
    { status: 'answered', questionId: '2', picks: ['Long', 'Short'], origin: 'picked' },
  ]);
});

test('a question without an answer is skipped', () => {
  expect(repliesTo([])).toEqual([
    { status: 'skipped', questionId: '1' },
    { status: 'skipped', questionId: '2' },
  ]);
});

test('a blank Other beside a pick leaves the pick standing', () => {
  const [reply] = repliesTo([{ questionId: '1', picks: ['Short'], custom: ' \n' }]);
  expect(reply).toEqual({ status: 'answered', questionId: '1', picks: ['Short'], origin: 'picked' });
});

test('a blank Other alone skips the question', () => {
  expect(repliesTo([{ questionId: '1', picks: [], custom: '  ' }])[0]).toEqual({
    status: 'skipped',
    questionId: '1',
  });
});

test('Other joins the picks of a multi-select question', () => {
  expect(repliesTo([{ questionId: '2', picks: ['Long'], custom: 'more' }])[1]).toEqual({
    status: 'answered',
    questionId: '2',
    picks: ['Long'],
    custom: 'more',
    origin: 'picked',
  });
});

test('a note without an answer is kept with the skipped question', () => {
  expect(repliesTo([{ questionId: '1', picks: [], note: 'ask me later' }])[0]).toEqual({
    status: 'skipped',
    questionId: '1',
    note: 'ask me later',
  });
});

test('any text comes through to the last character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 10_000 }), (custom) => {
      fc.pre(custom.trim() !== '');
      const [reply] = repliesTo([{ questionId: '1', picks: [], custom }]);
      expect(reply).toEqual({ status: 'answered', questionId: '1', picks: [], custom, origin: 'typed' });
    }),
  );
});
