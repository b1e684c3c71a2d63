import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkAnswers } from '../questions/answers.ts';
import type { Answer, Outcome } from '../questions/questions.ts';
import { ask } from './ask.ts';

const containing = (text: string): unknown => expect.stringContaining(text);

const one = { id: 'x', question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] };
const many = { ...one, id: 'y', question: 'Which of them?', multi: true };

const asked = (...questions: object[]) => {
  const parsed = ask.parse({ questions });
  if (parsed.type !== 'ask') throw new Error(JSON.stringify(parsed));
  return parsed.questions;
};

const result = (calls: object[], ...answers: Answer[]) => {
  const questions = asked(...calls);
  const checked = checkAnswers(questions, answers);
  if (!checked.ok) throw new Error(checked.problem);
  return ask.format(questions, checked.outcome);
};

const x = (answer: Partial<Answer>) => result([one], { questionId: 'x', picks: [], ...answer }).text;
const y = (answer: Partial<Answer>) => result([many], { questionId: 'y', picks: [], ...answer }).text;

describe('the only question of a call', () => {
  const goldens: [string, string, string][] = [
    ['a pick', x({ picks: ['a'] }), 'User selected: a'],
    ['picks in their order', y({ picks: ['b', 'a'] }), 'User selected: b, a'],
    ['own words', x({ custom: 'hello' }), 'User provided custom input: hello'],
    ['both', y({ picks: ['b'], custom: 'c, "d"' }), 'User selected: b\nUser provided custom input: c, "d"'],
    ['several lines', x({ custom: 'one\ntwo' }), 'User provided custom input:\n  one\n  two'],
    ['nothing', x({}), 'User did not select any options'],
    ['a timeout', x({ picks: ['a'], auto: true }), 'User selected: a (auto-selected after timeout)'],
    ['a note', x({ picks: ['a'], note: 'for now' }), 'User selected: a\nUser added note: for now'],
  ];
  test.each(goldens)('%s', (_, text, golden) => expect(text).toBe(golden));

  test('details are flat', () => {
    const { details } = result([many], { questionId: 'y', picks: ['b'], custom: 'c', note: 'n' });
    expect(details).toEqual({
      question: 'Which of them?',
      options: ['a', 'b'],
      multi: true,
      selectedOptions: ['b'],
      customInput: 'c',
      note: 'n',
    });
  });
});

describe('several questions', () => {
  const both = (first: Partial<Answer>, second: Partial<Answer>) =>
    result([one, many], { questionId: 'x', picks: [], ...first }, { questionId: 'y', picks: [], ...second });
  const goldens: [string, string, string][] = [
    ['picks', both({ picks: ['a'] }, { picks: ['b', 'a'] }).text, 'x: a\ny: [b, a]'],
    ['own words', both({ custom: 'say "hi"\nnow' }, {}).text, 'x: "say \\"hi\\"\\nnow"\ny: (skipped)'],
    ['both', both({}, { picks: ['a', 'b'], custom: 'text' }).text, 'x: (skipped)\ny: [a, b, "text"]'],
    [
      'marks',
      both({ picks: ['a'], auto: true, note: 'why' }, { note: 'later' }).text,
      'x: a (auto-selected after timeout) (note: why)\ny: (skipped) (note: later)',
    ],
  ];
  test.each(goldens)('%s', (_, text, golden) => expect(text).toBe(`User answers:\n${golden}`));

  test('details hold a result for each', () => {
    const { details } = both({ picks: ['a'] }, {});
    expect(details).toMatchObject({ results: [{ id: 'x', selectedOptions: ['a'] }, { id: 'y' }] });
  });
});

describe('a call', () => {
  test('without questions is told so in a text', () => {
    const done = { type: 'done', result: { ok: true, text: 'Error: questions must not be empty' } };
    expect(ask.parse({ questions: [] })).toEqual(done);
  });

  test('needs a question by its schema, which models read', () => {
    const schema = z.toJSONSchema(ask.inputSchema, { io: 'input', unrepresentable: 'any' });
    expect(schema.properties).toMatchObject({ questions: { type: 'array', minItems: 1 } });
  });

  test('with an Other of its own merges it with ours, and keeps the recommended option', () => {
    const options = [{ label: ' OTHER' }, { label: 'a' }, { label: 'b' }];
    const [question] = asked({ ...one, options, recommended: 2 });
    expect(question).toMatchObject({ options: [{ label: 'a' }, { label: 'b' }], recommended: 1 });
  });

  test.each([1.5, -1, 7, 'one'])('ignores a recommended of %s', (recommended) => {
    expect(asked({ ...one, recommended })[0]).not.toHaveProperty('recommended');
  });

  test('without options is a text question; with forty, one of forty', () => {
    expect(asked({ ...one, options: [] })[0]?.kind).toBe('text');
    const options = Array.from({ length: 40 }, (_, index) => ({ label: `option ${index}` }));
    expect(asked({ ...one, options })[0]).toMatchObject({ kind: 'choice', options });
  });

  test('with repeated ids or labels is refused, with the path', () => {
    expect(ask.parse({ questions: [one, one] })).toMatchObject({
      error: containing('questions[1].id: '),
    });
    const options = [{ label: 'a' }, { label: ' A ' }];
    expect(ask.parse({ questions: [{ ...one, options }] })).toMatchObject({
      error: containing('questions[0].options[1].label: '),
    });
  });
});

test('the endings without an answer have their exact texts, and dismissal ends the turn', () => {
  const end = (ending: Outcome | { type: 'nobody' }) => ask.format(asked(one), ending);
  const error = (text: string) => ({ ok: false, text });
  const dismissed = (reason?: string) => end({ type: 'declined', ...(reason !== undefined && { reason }) });
  const cancelled = 'Ask tool was cancelled by the user';
  expect(dismissed()).toEqual({ ...error(cancelled), endsTurn: true });
  expect(dismissed(' ')).toEqual({ ...error(cancelled), endsTurn: true });
  expect(dismissed('no')).toEqual({ ...error(`${cancelled}. Reason: no`), endsTurn: true });
  expect(end({ type: 'cancelled', reason: 'Interrupted' })).toEqual(error('Ask input was cancelled'));
  expect(end({ type: 'cancelled', reason: 'User responded in chat; questions canceled' })).toEqual(
    error('User responded in chat; questions canceled'),
  );
  expect(end({ type: 'nobody' })).toEqual({
    ...error('Ask tool requires interactive mode'),
    endsTurn: true,
  });
});
