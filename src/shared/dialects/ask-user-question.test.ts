import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAnswers } from '../questions/answers.ts';
import type { Answer, Outcome, Reply } from '../questions/questions.ts';
import { askUserQuestion } from './ask-user-question.ts';
import { resultSchema } from './ask-user-question.schema.ts';

const closing = "You can now continue with the user's answers in mind.";

const option = (label: string) => ({ label, description: `About ${label}` });

const input = (...questions: object[]) => ({ questions });

const length = {
  question: 'How long?',
  header: 'Length',
  options: [option('Short'), option('Long')],
  multiSelect: false,
};

const sections = { ...length, question: 'Which sections?', header: 'Sections', multiSelect: true };

const asked = (raw: unknown) => {
  const parsed = askUserQuestion.parse(raw);
  if (parsed.type !== 'ask') throw new Error(`expected an ask, got ${JSON.stringify(parsed)}`);
  return parsed.questions;
};

const refusal = (raw: unknown) => {
  const parsed = askUserQuestion.parse(raw);
  if (parsed.type !== 'refused') throw new Error(`expected a refusal, got ${parsed.type}`);
  return parsed.error;
};

const both = asked(input(length, sections));

const textOf = (answers: Answer[], questions = both) => {
  const checked = checkAnswers(questions, answers);
  if (!checked.ok) throw new Error(checked.problem);
  return askUserQuestion.format(questions, checked.outcome).text;
};

const answered = (...replies: Reply[]): Outcome => ({ type: 'answered', replies, timedOut: false });

test('answers come as pairs, picks in the order they were picked', () => {
  const text = textOf([
    { questionId: '1', picks: ['Short'] },
    { questionId: '2', picks: ['Long', 'Short'] },
  ]);
  expect(text).toBe(
    `User has answered your questions: "How long?"="Short", "Which sections?"="Long, Short". ${closing}`,
  );
});

test('the text of Other stands after the picks', () => {
  const text = textOf([
    { questionId: '1', picks: [], custom: 'One page' },
    { questionId: '2', picks: ['Long'], custom: 'Licence' },
  ]);
  expect(text).toBe(
    `User has answered your questions: "How long?"="One page", "Which sections?"="Long, Licence". ${closing}`,
  );
});

test('a skipped question is named in a sentence of its own', () => {
  expect(textOf([{ questionId: '1', picks: ['Short'] }])).toBe(
    `User has answered your questions: "How long?"="Short". Skipped by the user: "Which sections?". ${closing}`,
  );
});

test('with nothing answered there are no pairs', () => {
  expect(textOf([])).toBe(
    `User has answered your questions. Skipped by the user: "How long?", "Which sections?". ${closing}`,
  );
});

test('a note follows its answer', () => {
  const text = textOf([{ questionId: '1', picks: ['Short'], note: 'for "now"' }], both.slice(0, 1));
  expect(text).toBe(
    `User has answered your questions: "How long?"="Short" (note: for \\"now\\"). ${closing}`,
  );
});

test('what a timeout chose says so, before any note', () => {
  const reply: Reply = {
    status: 'answered',
    questionId: '1',
    picks: ['Short'],
    note: 'hm',
    origin: 'auto',
  };
  const { text } = askUserQuestion.format(both.slice(0, 1), answered(reply));
  expect(text).toBe(
    `User has answered your questions: "How long?"="Short" (auto-selected after timeout) (note: hm). ${closing}`,
  );
});

test('quotes, backslashes and newlines are escaped in questions and answers alike', () => {
  const questions = asked(input({ ...length, question: 'Say "a\\b"\nor?' }));
  const text = textOf([{ questionId: '1', picks: [], custom: 'x"y\\z\r\nend' }], questions);
  expect(text).toBe(
    String.raw`User has answered your questions: "Say \"a\\b\"\nor?"="x\"y\\z\nend". ${closing}`,
  );
});

test('the endings without an answer have their exact texts', () => {
  const ending = (outcome: Outcome) => askUserQuestion.format(both, outcome);
  expect(ending({ type: 'cancelled', reason: 'User responded in chat; questions canceled' })).toEqual({
    ok: false,
    text: 'User responded in chat; questions canceled',
  });
  expect(ending({ type: 'cancelled', reason: 'Interrupted' })).toEqual({ ok: false, text: 'Interrupted' });
  expect(ending({ type: 'declined' })).toEqual({
    ok: false,
    text: 'User declined to answer these questions.',
  });
  expect(ending({ type: 'declined', reason: '  ' }).text).toBe('User declined to answer these questions.');
  expect(ending({ type: 'declined', reason: 'Not now' }).text).toBe(
    'User declined to answer these questions. Reason: Not now',
  );
});

test('the kept record has the questions in the shape of the tool, the flat answers and the replies unflattened', () => {
  const replies: Reply[] = [
    { status: 'answered', questionId: '1', picks: ['Short'], custom: 'ish', origin: 'picked' },
    { status: 'skipped', questionId: '2' },
  ];
  const { ok, details } = askUserQuestion.format(both, answered(...replies));
  expect(ok).toBe(true);
  expect(details).toEqual({
    questions: [length, sections],
    answers: { 'How long?': 'Short, ish' },
    asked: both,
    replies,
  });
  expect(resultSchema.parse(details)).toEqual({
    questions: [length, sections],
    answers: { 'How long?': 'Short, ish' },
  });
  const replied = askUserQuestion.format(both, { type: 'replied', text: 'Both' });
  expect(resultSchema.parse(replied.details).answers).toEqual({});
  expect(replied.details).toMatchObject({ questions: [length, sections], asked: both, reply: 'Both' });
});

test('a question called __proto__ keeps its answer', () => {
  const questions = asked(input({ ...length, question: '__proto__' }));
  expect(textOf([{ questionId: '1', picks: ['Long'] }], questions)).toContain('"__proto__"="Long"');
  const reply: Reply = { status: 'answered', questionId: '1', picks: ['Long'], origin: 'picked' };
  const { details } = askUserQuestion.format(questions, answered(reply));
  expect(JSON.stringify(details)).toContain('"answers":{"__proto__":"Long"}');
});

test('a missing multiSelect counts as false, unknown keys and a null answers are ignored', () => {
  const { multiSelect: _, ...bare } = length;
  const [question] = asked({ questions: [{ ...bare, colour: 'red' }], answers: null, extra: 1 });
  expect(question).toEqual({
    id: '1',
    prompt: 'How long?',
    header: 'Length',
    kind: 'choice',
    options: [option('Short'), option('Long')],
    multiple: false,
  });
});

test('a long header is no reason to refuse', () => {
  expect(asked(input({ ...length, header: 'H'.repeat(500) }))[0]?.header).toHaveLength(500);
});

test('answers that come with the call stand without asking, and the model reads that', () => {
  const supplied = (answers: Record<string, string>) => {
    const parsed = askUserQuestion.parse({ questions: [length, sections], answers });
    if (parsed.type !== 'supplied') throw new Error(parsed.type);
    expect(parsed.outcome.type).toBe('supplied');
    return askUserQuestion.format(parsed.questions, parsed.outcome).text;
  };
  const nobody = 'Answers were supplied with the call; nobody was asked.';
  expect(supplied({ 'How long?': 'Tiny' })).toBe(
    `User has answered your questions: "How long?"="Tiny". No answer was supplied for: "Which sections?". ${nobody} ${closing}`,
  );
  expect(supplied({ 'How long?': 'Long', 'Which sections?': 'Short' })).toBe(
    `User has answered your questions: "How long?"="Long", "Which sections?"="Short". ${nobody} ${closing}`,
  );
  expect(supplied({ 'Who?': 'Me' })).toBe(
    'User has answered your questions. No answer was supplied for: "How long?", "Which sections?". ' +
      `Answers to questions that were not asked were left out: "Who?"="Me". ${nobody} ${closing}`,
  );
});

test('an empty record of answers still asks', () => {
  expect(asked({ questions: [length], answers: {} })).toHaveLength(1);
});

const withOptions = (...labels: string[]) => input({ ...length, options: labels.map(option) });

const malformed: readonly [mistake: string, raw: unknown, path: string][] = [
  ['two equal labels', withOptions('Short', 'Short'), 'questions[0].options[1].label'],
  [
    'two labels that differ in case and blanks',
    withOptions('Short', ' sHORT '),
    'questions[0].options[1].label',
  ],
  ['five options', withOptions('a', 'b', 'c', 'd', 'e'), 'questions[0].options'],
  ['one option', withOptions('a'), 'questions[0].options'],
  ['an Other of its own', withOptions('a', ' other'), 'questions[0].options[1].label'],
  ['an empty label', withOptions('a', ' '), 'questions[0].options[1].label'],
  ['no questions', input(), 'questions'],
  [
    'five questions',
    input(...['a', 'b', 'c', 'd', 'e'].map((question) => ({ ...length, question }))),
    'questions',
  ],
  ['a repeated question', input(length, { ...sections, question: 'How long?' }), 'questions[1].question'],
  ['a question without a text', input(length, { ...sections, question: 4 }), 'questions[1].question'],
  ['a missing list', {}, 'questions'],
  ['a string', 'ask them', 'input'],
  ['null', null, 'input'],
  ['an array', [length], 'input'],
];

test.each(malformed)('refuses %s and names the path', (_mistake, raw, path) => {
  expect(refusal(raw)).toContain(`Invalid input for ask_user_question: ${path}: `);
});

test('any input ends in a value, never in a throw', () => {
  fc.assert(
    fc.property(fc.anything(), (raw) => {
      expect(['ask', 'supplied', 'refused']).toContain(askUserQuestion.parse(raw).type);
    }),
  );
});

const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value.trim() !== '');

test('a quoted answer can be read back to what was typed', () => {
  fc.assert(
    fc.property(words, words, (prompt, custom) => {
      const questions = asked(input({ ...length, question: prompt }));
      const text = textOf([{ questionId: '1', picks: [], custom }], questions);
      const pair = /^User has answered your questions: ("(?:\\.|[^"\\])*")=("(?:\\.|[^"\\])*")\. /s.exec(
        text,
      );
      expect(pair?.slice(1).map((quoted) => readQuoted(quoted))).toEqual([prompt, custom]);
    }),
  );
});

function readQuoted(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\(.)/gs, (_, character: string) => (character === 'n' ? '\n' : character));
}
