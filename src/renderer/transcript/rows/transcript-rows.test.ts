import { expect, test } from 'vitest';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import {
  agentMessage as agent,
  messageId,
  openEdit,
  questionCall,
  toolCall as call,
  userMessage as user,
} from '../../../../test/renderer/transcript-samples.ts';
import { waitingCalls } from '../../../shared/transcript/waiting-calls.ts';
import { createRowMaker, endOf, rowIndexAt } from './transcript-rows.ts';

const openAsk = {
  asker: 'Parley',
  questions: [],
  draft: [],
  openedAt: 0,
  timeout: { deadline: null, stopped: false },
  settlement: null,
};

test('neighbouring looks share a line, across steps too', () => {
  const rows = createRowMaker()([
    agent(1, call('a', 'read_file'), call('b', 'read_file')),
    agent(2, call('c', 'search_files'), { type: 'text', text: 'Found it.' }),
  ]);
  expect(rows.map(({ type }) => type)).toEqual(['tools', 'text']);
  expect(rows[0]?.type === 'tools' && rows[0].calls.map(({ toolCallId }: ToolPart) => toolCallId)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('a call that the card beside it tells of has no row of its own, unless it failed', () => {
  const staging = (id: string, toolName: string, result: ToolPart['result']): ToolPart => ({
    ...call(id, toolName),
    kind: 'preview',
    result,
  });
  const done = { ok: true, text: 'Preview' };
  const failed = { ok: false, text: 'No such text' };
  const first: ToolPart = { ...staging('a', 'edit_file', done), kind: 'preview', action: openEdit('a') };
  const typesOf = (...parts: ToolPart[]) => createRowMaker()([agent(1, ...parts)]).map(({ type }) => type);
  expect(typesOf(first, staging('b', 'edit_file', done), staging('c', 'resolve', null))).toEqual(['card']);
  expect(typesOf(first, staging('b', 'edit_file', failed))).toEqual(['card', 'tools']);
  expect(typesOf(staging('b', 'edit_file', done))).toEqual(['tools']);
  expect(typesOf(staging('c', 'resolve', done))).toEqual([]);
  expect(typesOf(staging('c', 'resolve', failed))).toEqual(['tools']);
});

test('only the first row of somebody’s say opens it', () => {
  const rows = createRowMaker()([
    user(1),
    agent(2, { type: 'text', text: 'one' }),
    agent(3, { type: 'text', text: 'two' }),
    user(4),
  ]);
  expect(rows.map(({ first }) => first)).toEqual([true, true, false, true]);
});

test('a call that asks is a card of its own, also when it was refused', () => {
  const rows = createRowMaker()([
    agent(1, call('a', 'read_file'), questionCall('b', 'ask_user_question'), call('c', 'read_file')),
  ]);
  expect(rows.map(({ type }) => type)).toEqual(['tools', 'card', 'tools']);
});

test('questions that came with their answers are a line of their own, never a card', () => {
  const outcome = { type: 'supplied' as const, replies: [] };
  const ask = { ...openAsk, settlement: { outcome, where: 'call' as const, at: 0 } };
  const rows = createRowMaker()([
    agent(1, call('a', 'read_file'), questionCall('b', 'ask_user_question', { ask }), call('c', 'read_file')),
  ]);
  expect(rows.map(({ type }) => type)).toEqual(['tools', 'supplied', 'tools']);
});

test('refused questions that follow one another share a card', () => {
  const refused = (id: string) =>
    questionCall(id, 'ask_user_question', { ask: null, result: { ok: false, text: 'no' } });
  const rows = createRowMaker()([
    agent(1, refused('a')),
    agent(2, refused('b'), { type: 'text', text: 'I see.' }, refused('c')),
  ]);
  expect(rows.map((row) => (row.type === 'refused' ? row.calls.length : row.type))).toEqual([2, 'text', 1]);
});

test('a command that was refused is a plain card, not a look', () => {
  const result = { ok: false, text: 'ls: command not found\nexit code: 127', refusal: 'not-run' as const };
  const notRun = { kind: 'command' as const, result };
  const rows = createRowMaker()([agent(1, call('a', 'read_file'), questionCall('b', 'shell', notRun))]);
  expect(rows.map(({ type }) => type)).toEqual(['tools', 'refused']);
});

test('empty texts have no row', () => {
  expect(
    createRowMaker()([agent(1, { type: 'text', text: '' }, { type: 'reasoning', text: ' \n' })]),
  ).toEqual([]);
});

test('what did not change keeps its row', () => {
  const makeRows = createRowMaker();
  const kept = agent(1, { type: 'text', text: 'one' });
  const [before] = makeRows([kept, user(2)]);
  const [after] = makeRows([kept, user(2), user(3)]);
  expect(after).toBe(before);
});

test('finds the cards that wait', () => {
  const messages = [
    agent(1, questionCall('a', 'ask', { ask: openAsk, result: null }), questionCall('b', 'ask')),
  ];
  expect(waitingCalls(messages).map(({ toolCallId }) => toolCallId)).toEqual(['a']);
});

test('a line of looks that goes over several steps is made once', () => {
  const makeRows = createRowMaker();
  const [one, two] = [agent(1, call('a', 'list_files')), agent(2, call('b', 'read_file'))];
  const [before] = makeRows([one, two, agent(3, { type: 'text', text: 'a' })]);
  const [after] = makeRows([one, two, agent(3, { type: 'text', text: 'ab' })]);
  expect(before).toMatchObject({ type: 'tools', calls: [{}, {}] });
  expect(after).toBe(before);
});

test('a place in the chat leads to the row that shows it', () => {
  const rows = createRowMaker()([
    user(1),
    agent(2, call('a', 'list_files'), call('b', 'read_file'), { type: 'text', text: 'x' }),
    agent(4, { type: 'text', text: 'y' }),
  ]);
  const index = (id: number, part: number) => rowIndexAt(rows, { messageId: messageId(id), part });
  expect([index(1, 0), index(2, 0), index(2, 1), index(2, 2), index(4, 0)]).toEqual([0, 1, 1, 2, 3]);
  expect([index(3, 0), index(9, 0)]).toEqual([2, 3]);
});

test('a row ends with the last of what it shows, and begins its turn where that is not known', () => {
  const span = (endedAt: number) => ({ startedAt: 1, endedAt });
  const rows = createRowMaker()([
    agent(
      1,
      { type: 'reasoning', text: 'Hm', span: span(2) },
      call('a', 'read_file', { span: span(3) }),
      call('b', 'read_file', { span: span(5) }),
      questionCall('c', 'ask', { ask: openAsk, span: span(7) }),
      { type: 'text', text: 'Well.', span: span(9) },
    ),
    agent(2, { type: 'text', text: 'Still being written' }),
  ]);
  expect(rows.map(endOf)).toEqual([2, 5, 7, 9, 0]);
});
