import { expect, test } from 'vitest';
import { actionIdSchema, permissionIdSchema, toolCallIdSchema } from '../ids.ts';
import type { Question } from '../questions/questions.ts';
import { offeredReply } from './offered-reply.ts';
import type { Ask, Presence, QuestionPart, StagingPart } from './transcript.ts';

const toolCallId = toolCallIdSchema.parse('c');
const call = { type: 'tool' as const, toolCallId, input: {}, result: null };
const choice: Question = {
  id: 'q',
  prompt: 'Which?',
  kind: 'choice',
  options: [{ label: 'SQLite' }, { label: 'JSON' }],
  multiple: false,
};

function asking(questions: Question[], presence?: Presence): QuestionPart {
  const ask: Ask = {
    asker: 'Claude',
    questions,
    draft: [],
    openedAt: 0,
    timeout: { deadline: null, stopped: false },
    settlement: null,
    ...(presence === undefined ? {} : { presence }),
  };
  return { ...call, kind: 'question', toolName: 'ask', ask };
}

function planning(asker?: string): StagingPart {
  const action = {
    id: actionIdSchema.parse('a'),
    label: 'Plan',
    sourceToolName: 'propose_plan',
    fingerprint: 'f',
    preview: { type: 'plan' as const, title: 'Plan', plan: '# Plan', file: 'plan.md', revision: null },
    openedAt: 0,
    state: { type: 'open' as const, request: null, failure: null, left: false },
    ...(asker === undefined ? {} : { asker }),
  };
  return { ...call, kind: 'preview', toolName: 'propose_plan', action };
}

const one = {
  waiting: [asking([choice])],
  count: 1,
  to: 'agent' as const,
  isExternal: false,
  shown: 0,
  onlyMessage: false,
};

test('a text that names an option of the one question is offered as its answer', () => {
  expect(offeredReply({ ...one, text: 'sqlite' })).toMatchObject({ type: 'answer', picks: ['SQLite'] });
  expect(offeredReply({ ...one, text: '2' })).toMatchObject({ picks: ['JSON'] });
  expect(offeredReply({ ...one, text: 'sqlite, I think' })).toBe(null);
});

test('nothing is offered while several cards wait, loaded or not', () => {
  expect(offeredReply({ ...one, count: 2, text: '1' })).toBe(null);
  expect(offeredReply({ ...one, waiting: [...one.waiting, planning()], text: '1' })).toBe(null);
  expect(offeredReply({ ...one, waiting: [], text: '1' })).toBe(null);
});

const several = { ...one, waiting: [asking([choice, { ...choice, id: 'r' }, { ...choice, id: 's' }])] };

test('with several questions a position or a label is for the one that the card shows', () => {
  expect(offeredReply({ ...several, text: '2' })).toMatchObject({
    type: 'fill',
    question: { id: 'q' },
    picks: ['JSON'],
  });
  expect(offeredReply({ ...several, shown: 2, text: 'sqlite' })).toMatchObject({
    type: 'fill',
    question: { id: 's' },
    picks: ['SQLite'],
  });
  expect(offeredReply({ ...several, shown: 3, text: '1' }), 'on Review').toMatchObject({ type: 'review' });
});

test('any other text says how many questions it closes as a message', () => {
  const closes = { type: 'closes', questions: 3 };
  expect(offeredReply({ ...several, text: 'Neither' })).toEqual(closes);
  expect(offeredReply({ ...several, text: '7' }), 'no such option').toEqual(closes);
  expect(offeredReply({ ...several, shown: 3, text: 'sqlite' }), 'on Review').toEqual(closes);
  expect(offeredReply({ ...several, isExternal: true, text: 'Neither' })).toEqual(closes);
  expect(offeredReply({ ...several, onlyMessage: true, text: '1' }), 'sent as a message').toEqual(closes);
  expect(offeredReply({ ...several, text: '/compact' }), 'a command ends none').toBe(null);
  expect(offeredReply({ ...one, text: 'Neither' }), 'one question').toBe(null);
  const cards = [asking([choice]), asking([choice])];
  expect(offeredReply({ ...one, waiting: cards, count: 2, text: '1' }), 'a card each').toEqual({
    type: 'closes',
    questions: 2,
  });
  const outside = [asking([choice, { ...choice, id: 'r' }], 'waiting')];
  expect(offeredReply({ ...one, waiting: outside, text: 'Neither' }), 'of somebody else').toBe(null);
  expect(offeredReply({ ...one, waiting: outside, to: toolCallId, text: 'Neither' })).toEqual({
    type: 'closes',
    questions: 2,
  });
});

test('a text answers only the one it is written to', () => {
  const outside = [asking([choice], 'waiting')];
  expect(offeredReply({ ...one, waiting: outside, text: '1' })).toBe(null);
  expect(offeredReply({ ...one, waiting: outside, to: toolCallId, text: '1' })).toMatchObject({
    picks: ['SQLite'],
  });
  expect(offeredReply({ ...one, to: toolCallId, text: '1' })).toBe(null);
});

test('an agreement offers to approve the plan of the chat’s own agent', () => {
  const plan = { ...one, waiting: [planning()] };
  expect(offeredReply({ ...plan, text: 'Looks good!' })).toMatchObject({ type: 'approve-plan' });
  expect(offeredReply({ ...plan, text: 'Looks good, but shorter' })).toBe(null);
  expect(offeredReply({ ...plan, waiting: [planning('Codex')], text: 'yes' })).toBe(null);
  expect(offeredReply({ ...one, text: 'yes' }), 'a question is not agreed to').toBe(null);
});

const external = { ...one, isExternal: true };

test('words of one’s own are offered as the answer to an external agent that takes them', () => {
  expect(offeredReply({ ...external, text: 'A file each' })).toMatchObject({ type: 'own-answer' });
  expect(offeredReply({ ...external, text: 'sqlite' })).toMatchObject({ type: 'answer', picks: ['SQLite'] });
  expect(offeredReply({ ...external, text: '/review 12' })).toBe(null);
  const closed = [asking([{ ...choice, closed: true }])];
  expect(offeredReply({ ...external, waiting: closed, text: 'A file each' })).toBe(null);
  const two = [asking([choice, { ...choice, id: 'r' }])];
  expect(offeredReply({ ...external, waiting: two, text: 'A file each' })).toMatchObject({ type: 'closes' });
});

test('words are offered as the reason to deny what an external agent wants, unless they agree', () => {
  const permission = {
    id: permissionIdSchema.parse('p'),
    subject: { type: 'other' as const, title: 'Go', text: '' },
    asker: 'Claude Code',
    askedBy: 'agent' as const,
    folder: '/f',
    reason: null,
    choices: [
      { id: 'y', meaning: 'once' as const },
      { id: 'n', meaning: 'no' as const },
    ],
    openedAt: 0,
    settlement: null,
    result: null,
  };
  const part = { ...call, kind: 'plain' as const, toolName: 'edit', permission };
  const waits = { ...external, waiting: [part] };
  expect(offeredReply({ ...waits, text: 'Not the lockfile' })).toMatchObject({ type: 'deny' });
  expect(offeredReply({ ...waits, text: 'Yes, go ahead' })).toBe(null);
  expect(offeredReply({ ...waits, isExternal: false, text: 'Not the lockfile' })).toBe(null);
});
