import { expect, test } from 'vitest';
import { checkAnswers } from '../questions/answers.ts';
import type { Answer, Outcome } from '../questions/questions.ts';
import { askUser } from './ask-user.ts';

const containing = (text: string): unknown => expect.stringContaining(text);

const option = (label: string) => ({ label, description: `About ${label}` });
const choice = { question: 'Which?', header: 'Pick', options: [option('A'), option('B')] };
const words = { question: 'Name\\nit', header: 'Name', type: 'text' };
const confirm = { question: 'Sure?', header: 'Sure', type: 'yesno' };

const asked = (...questions: unknown[]) => {
  const parsed = askUser.parse({ questions });
  if (parsed.type !== 'ask') throw new Error(JSON.stringify(parsed));
  return parsed.questions;
};

const result = (answers: Answer[]) => {
  const questions = asked({ ...choice, multiSelect: true }, words, confirm);
  const checked = checkAnswers(questions, answers);
  if (!checked.ok) throw new Error(checked.problem);
  return askUser.format(questions, checked.outcome);
};

test('the three kinds become questions, with line breaks for their escapes', () => {
  expect(asked(choice, words, confirm)).toMatchObject([
    { id: '0', kind: 'choice', multiple: false },
    { kind: 'text', prompt: 'Name\nit', placeholder: 'Enter your response' },
    { kind: 'yesno' },
  ]);
});

test('a text question has its own hint, else the usual one; a choice has one only where it is given', () => {
  const hint = (question: object) => asked(question)[0]?.placeholder;
  expect(hint({ ...words, placeholder: 'e.g.,\\nmy-app' })).toBe('e.g.,\nmy-app');
  expect(hint(words)).toBe('Enter your response');
  expect(hint({ ...choice, placeholder: 'Another one' })).toBe('Another one');
  expect(hint(choice)).toBeUndefined();
});

test('answers stand by position, own words last, skipped ones left out', () => {
  const { text, display } = result([
    { questionId: '0', picks: ['B', 'A'], custom: 'c "d"\n' },
    { questionId: '2', picks: ['Yes'], note: 'today' },
  ]);
  expect(text).toBe(String.raw`{"answers":{"0":"B, A, c \"d\"\n","2":"Yes (note: today)"}}`);
  expect(display).toBe('User answered:\nPick → B, A, c "d"\n\nSure → Yes (note: today)');
});

test('nothing answered is an empty record', () => {
  const { text, display } = result([]);
  expect(text).toBe('{"answers":{}}');
  expect(display).toBe('User submitted without answering questions.');
});

const many = ['A', 'B', 'C', 'D', 'E'].map(option);

const refusals: [unknown, string][] = [
  [[], 'At least one question is required.'],
  [
    [choice, { ...choice, options: undefined }],
    "Question 2: type='choice' requires 'options' array with 2-4 items.",
  ],
  [
    [{ ...choice, options: [option('A')] }],
    "Question 1: type='choice' requires 'options' array with 2-4 items.",
  ],
  [[{ ...choice, options: many }], "Question 1: 'options' array must have at most 4 items."],
  [
    [{ ...choice, options: [option('A'), option(' ')] }],
    "Question 1, option 2: 'label' is required and must be a non-empty string.",
  ],
  [
    [{ ...choice, options: [{ label: 'A' }, option('B')] }],
    "Question 1, option 1: 'description' is required and must be a string.",
  ],
];

test.each(refusals)('refuses %j', (questions, error) => {
  expect(askUser.parse({ questions })).toEqual({ type: 'refused', error });
});

test.each([
  [
    'an Other',
    { questions: [{ ...choice, options: [option('A'), option('other')] }] },
    'questions[0].options[1].label: ',
  ],
  ['no header', { questions: [{ ...choice, header: undefined }] }, 'questions[0].header: '],
  ['five questions', { questions: [choice, choice, choice, choice, choice] }, 'questions: '],
  ['a string', 'please', 'input: '],
])('refuses %s with the path', (_, raw, path) => {
  expect(askUser.parse(raw)).toMatchObject({ type: 'refused', error: containing(path) });
});

test('an escaped line break is one, wherever a model writes it', () => {
  const [question] = asked({
    question: 'Which\\nway?',
    header: 'Way\\r\\nout',
    options: [
      { label: 'Left\\nhand', description: 'One\\ntwo' },
      { label: 'Right', description: 'Three' },
    ],
  });
  expect(question).toMatchObject({
    prompt: 'Which\nway?',
    header: 'Way\nout',
    options: [{ label: 'Left\nhand', description: 'One\ntwo' }, { label: 'Right' }],
  });
});

test('labels are compared as they are shown', () => {
  const options = ['Left\\nhand', 'left\nhand'].map((label) => ({ label, description: '' }));
  expect(askUser.parse({ questions: [{ ...choice, options }] })).toMatchObject({
    type: 'refused',
    error: containing('questions[0].options[1].label: '),
  });
});

test('a long header passes', () => {
  expect(asked({ ...choice, header: 'H'.repeat(500) })[0]?.header).toHaveLength(500);
});

test('the endings without an answer have their exact texts', () => {
  const end = (ending: Outcome | { type: 'nobody' }) => askUser.format(asked(choice), ending);
  const text = 'User dismissed ask_user dialog without answering.';
  expect(end({ type: 'declined' })).toEqual({ ok: true, text });
  expect(end({ type: 'declined', reason: 'Later, please.' })).toEqual({
    ok: true,
    text: `${text} Reason: Later, please.`,
  });
  expect(end({ type: 'cancelled', reason: 'Interrupted' })).toEqual({ ok: false, text: 'Interrupted' });
  expect(end({ type: 'nobody' })).toEqual({ ok: false, text: 'Ask tool requires interactive mode' });
});
