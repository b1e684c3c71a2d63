import { expect, test } from 'vitest';
import { checkAnswers } from '../questions/answers.ts';
import { optionsOf } from '../questions/question-kinds.ts';
import type { Answer } from '../questions/questions.ts';
import { createDialects, type DialectId } from './registry.ts';

const label = String.raw`ש"ל\ו, 🙂`;
const custom = 'שורה 1\nline "2", \\ 👩‍👩‍👧';
const note = 'he said "no",\nמחר';
const prompt = 'Which "one", C:\\x\nor מה?';

const options = [
  { label, description: 'd' },
  { label: 'B', description: 'd' },
];

const calls: Record<DialectId, unknown> = {
  ask_user_question: { questions: [{ question: prompt, header: 'H', options, multiSelect: true }] },
  ask: { questions: [{ id: 'H', question: prompt, options, multi: true }] },
  ask_user: { questions: [{ question: prompt, header: 'H', options, multiSelect: true }] },
  agent_shell: {
    command: `AskUserQuestion '${JSON.stringify({ questions: [{ question: prompt, header: 'H', options, multiSelect: true }] })}'`,
  },
};

function told(id: DialectId, answer: Partial<Answer>): string {
  const dialect = createDialects({}).get(id);
  const parsed = dialect?.parse(calls[id]);
  if (dialect === undefined || parsed?.type !== 'ask') throw new Error(JSON.stringify(parsed));
  const [question] = parsed.questions;
  if (question === undefined) throw new Error('Nothing is asked.');
  expect(question.prompt).toBe(prompt);
  expect(optionsOf(question).map((option) => option.label)).toEqual([label, 'B']);
  const checked = checkAnswers(parsed.questions, [{ questionId: question.id, picks: [], ...answer }]);
  if (!checked.ok) throw new Error(checked.problem);
  return dialect.format(parsed.questions, checked.outcome).text;
}

const goldens: [DialectId, string][] = [
  [
    'ask_user_question',
    String.raw`User has answered your questions: "Which \"one\", C:\\x\nor מה?"="B, ש\"ל\\ו, 🙂, שורה 1\nline \"2\", \\ 👩‍👩‍👧" (note: he said \"no\",\nמחר). You can now continue with the user's answers in mind.`,
  ],
  [
    'ask',
    [
      String.raw`User selected: B, ש"ל\ו, 🙂`,
      'User provided custom input:',
      '  שורה 1',
      String.raw`  line "2", \ 👩‍👩‍👧`,
      'User added note:',
      '  he said "no",',
      '  מחר',
    ].join('\n'),
  ],
  [
    'ask_user',
    String.raw`{"answers":{"0":"B, ש\"ל\\ו, 🙂, שורה 1\nline \"2\", \\ 👩‍👩‍👧 (note: he said \"no\",\nמחר)"}}`,
  ],
  [
    'agent_shell',
    String.raw`{"answers":{"H":"B, ש\"ל\\ו, 🙂, Other (custom: שורה 1\nline \"2\", \\ 👩‍👩‍👧) (note: he said \"no\",\nמחר)"}}`,
  ],
];

test.each(goldens)('%s says text of any script, with quotes and lines, to the letter', (id, golden) => {
  expect(told(id, { picks: ['B', label], custom, note })).toBe(golden);
});

test.each(goldens)('%s keeps ten thousand characters of an answer and of a note', (id) => {
  const [answer, remark] = ['字'.repeat(10_000), 'я'.repeat(10_000)];
  const text = told(id, { custom: answer, note: remark });
  expect(text).toContain(answer);
  expect(text).toContain(remark);
});

test.each([
  ['ask_user', '{"answers":{"0":" ! "}}'],
  ['agent_shell', '{"answers":{"H":"Other (custom:  ! )"}}'],
  ['ask', 'User provided custom input:  ! '],
] as const)('%s keeps the space around an answer', (id, golden) => {
  expect(told(id, { custom: ' ! ' })).toBe(golden);
});
