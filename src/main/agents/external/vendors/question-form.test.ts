import { expect, test } from 'vitest';
import type { Outcome } from '../../../../shared/questions/questions.ts';
import { elicitationSchema, permissionRequestSchema } from '../protocol.schema.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { kimi } from './kimi.ts';
import { optionsOf } from './question-form.ts';
import { qwen } from './qwen.ts';

const form = (properties: object, required: string[] = []) =>
  elicitationSchema.parse({ message: 'Which?', requestedSchema: { type: 'object', properties, required } });

const answered = (replies: Extract<Outcome, { type: 'answered' }>['replies']): Outcome => ({
  type: 'answered',
  replies,
  timedOut: false,
});
const picked = (questionId: string, picks: string[], more: { custom?: string; note?: string } = {}) => ({
  status: 'answered' as const,
  questionId,
  picks,
  origin: 'picked' as const,
  ...more,
});

const codexForm = form(
  {
    store: {
      title: 'Which store?',
      description: 'Store',
      oneOf: [{ const: 'SQLite' }, { const: 'Postgres' }, { const: 'None of the above' }],
    },
    store_note: { title: 'Additional answer or note', _meta: { codex: { role: 'user_note' } } },
  },
  ['store'],
);

test('a question of Codex has its note and its own answer in one field', () => {
  const read = codex.formQuestions?.(codexForm);
  expect(read?.questions).toEqual([
    {
      id: 'store',
      prompt: 'Which store?',
      header: 'Store',
      kind: 'choice',
      options: [{ label: 'SQLite' }, { label: 'Postgres' }],
      multiple: false,
    },
  ]);
  expect(read?.answer(answered([picked('store', ['SQLite'], { note: 'keep it small' })]))).toEqual({
    action: 'accept',
    content: { store: 'SQLite', store_note: 'keep it small' },
  });
  expect(read?.answer(answered([picked('store', [], { custom: 'Files' })]))).toEqual({
    action: 'accept',
    content: { store: 'None of the above', store_note: 'Files' },
  });
});

const ofCodex = { _meta: { codex: { isOther: false, isSecret: false } } };

test.each([
  ['it works on', { delivery: 'async' }, { worksOn: true }],
  ['it waits a while', { autoResolutionMs: 60_000 }, { worksOn: false, patience: 60_000 }],
  ['it waits', { autoResolutionMs: null }, { worksOn: false, patience: undefined }],
])('a form of Codex says that %s', (_, said, wait) => {
  const read = codex.formQuestions?.({ ...codexForm, _meta: { codex: said } });
  expect({ worksOn: read?.worksOn, patience: read?.patience }).toEqual({ patience: undefined, ...wait });
});

test('questions of Codex without a note are answered in words, or by an option alone', () => {
  const read = codex.formQuestions?.(
    form({
      why: { title: 'Why?', ...ofCodex },
      store: { title: 'Which store?', oneOf: [{ const: 'SQLite' }, { const: 'Postgres' }], ...ofCodex },
    }),
  );
  expect(read?.questions).toMatchObject([{ kind: 'text' }, { kind: 'choice', closed: true }]);
  expect(
    read?.answer(answered([picked('why', [], { custom: 'Speed' }), picked('store', ['SQLite'])])),
  ).toEqual({
    action: 'accept',
    content: { why: 'Speed', store: 'SQLite' },
  });
});

test('a form of choices alone takes no answer of one’s own', () => {
  const read = kimi.formQuestions?.(
    form({ q0: { title: 'Which?', enum: ['a', 'b'], enumNames: ['A', 'B'] } }, ['q0']),
  );
  expect(read?.questions[0]).toMatchObject({ closed: true, options: [{ label: 'A' }, { label: 'B' }] });
  expect(read?.answer(answered([picked('q0', ['B'])]))).toEqual({ action: 'accept', content: { q0: 'b' } });
  expect(read?.answer(answered([{ status: 'skipped', questionId: 'q0' }]))).toEqual({ action: 'decline' });
});

test('a form with any other field is none of these', () => {
  const other = form({ count: { type: 'integer' } });
  expect([claude.formQuestions?.(other), codex.formQuestions?.(other), kimi.formQuestions?.(other)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a refusal to answer reaches Claude Code with its reason', () => {
  const read = claude.formQuestions?.(
    form({
      question_0: { title: 'Store', oneOf: [{ const: 'SQLite' }] },
      question_0_custom: { type: 'string' },
    }),
  );
  expect(read?.answer({ type: 'declined' })).toEqual({ action: 'decline' });
  expect(read?.answer({ type: 'declined', reason: 'too early' })).toEqual({
    action: 'accept',
    content: { question_0_custom: 'I would rather not answer: too early' },
  });
});

test('the questions of Qwen Code are answered by their positions', () => {
  const asked = permissionRequestSchema.parse({
    sessionId: 's',
    options: [
      { optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
      { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
    ],
    toolCall: {
      toolCallId: 't',
      _meta: {
        qwenInteractionKind: 'user_question',
        qwenQuestions: [
          { question: 'Which store?', options: [{ label: 'SQLite' }] },
          { question: 'Which checks?', multiSelect: true, options: [{ label: 'Lint' }, { label: 'Tests' }] },
        ],
      },
    },
  });
  const read = qwen.permissionQuestions?.(asked);
  expect(
    read?.answer(answered([picked('0', ['SQLite']), picked('1', ['Lint', 'Tests'], { custom: 'a11y' })])),
  ).toEqual({
    outcome: { outcome: 'selected', optionId: 'proceed_once' },
    answers: { '0': 'SQLite', '1': 'Lint, Tests, a11y' },
  });
});

test('an option that has the label that tells another apart is picked for itself', () => {
  const values = ['1', 'x', 'y', '2', 'x'];
  const enumNames = ['A (x)', 'A', 'A', 'A (x)', 'A'];
  const read = kimi.formQuestions?.(form({ q0: { title: 'Which?', enum: values, enumNames } }, ['q0']));
  const [only] = read?.questions ?? [];
  const labels = only?.kind === 'choice' ? only.options.map(({ label }) => label) : [];
  expect(labels).toHaveLength(values.length);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.map((label) => read?.answer(answered([picked('q0', [label])])))).toEqual(
    values.map((value) => ({ action: 'accept', content: { q0: value } })),
  );
});

test('twenty thousand options of one label are told apart, in time in proportion to them', () => {
  const options = optionsOf(Array.from({ length: 20_000 }, () => ({ label: 'A', value: 'a' })));
  expect(new Set(options.map(({ label }) => label)).size).toBe(20_000);
});
