import { expect, test } from 'vitest';
import type { Message } from '../../../shared/transcript/transcript.ts';
import { previewCardName } from '../../cards/card-numbers.ts';
import {
  agentMessage as agent,
  commandCall,
  deniedCommand,
  messageId,
  openEdit,
  toolCall as call,
  userMessage as user,
  userMessage,
} from '../../../../test/renderer/transcript-samples.ts';
import { messagePositions, mountedRows, rowPlaces } from './row-list.tsx';
import { createRowMaker } from './transcript-rows.ts';

const noon = new Date('2026-11-18T12:00').getTime();
const hour = 3_600_000;

function places(messages: Message[], hasEarlier = false) {
  return rowPlaces(createRowMaker()(messages), { hasEarlier, hasLater: false });
}

test('a day begins with its first row, also within the say of one speaker', () => {
  const rows = places([
    { ...user(1), createdAt: noon },
    { ...agent(2, { type: 'text', text: 'one' }), createdAt: noon + hour },
    { ...agent(3, { type: 'text', text: 'two' }), createdAt: noon + 13 * hour },
  ]);
  expect(rows.map(({ startsDay }) => startsDay)).toEqual([true, false, true]);
});

test('whether the first row begins its day shows when what stands before it is loaded', () => {
  expect(places([user(1)], true)[0]?.startsDay).toBe(false);
  expect(places([user(1)], false)[0]?.startsDay).toBe(true);
});

test('cards of the same name are numbered, those of commands and of permissions apart', () => {
  const ran = (id: string, line = 'npm test') => commandCall(id, line);
  const rows = places([
    agent(1, ran('a'), ran('b', 'npm run lint'), deniedCommand('c', 'npm test'), call('d', 'read_file')),
    agent(2, ran('e'), deniedCommand('f', 'npm test'), ran('g')),
  ]);
  expect(rows.map(({ nth }) => nth)).toEqual([1, 1, 1, 1, 2, 2, 3]);
});

test('previews of the same label are numbered from the newest on, which keeps its plain name', () => {
  const stagedCall = (id: string, label: string) => ({
    ...call(id, 'edit_file'),
    kind: 'preview' as const,
    action: { ...openEdit(id), label },
  });
  const rows = places([
    agent(1, stagedCall('a', 'Edit a.ts'), stagedCall('b', 'Edit b.ts'), commandCall('c', 'npm test')),
    agent(2, stagedCall('d', 'Edit a.ts'), stagedCall('e', 'Edit a.ts'), commandCall('f', 'npm test')),
  ]);
  expect(rows.map(({ nth }) => nth)).toEqual([3, 1, 1, 2, 1, 2]);
  expect(previewCardName('Edit a.ts', 1)).toBe('Preview: Edit a.ts');
  expect(previewCardName('Edit a.ts', 3)).toBe('Preview: Edit a.ts, earlier one 2');
});

test('a say ends before the next one and at the end of the chat', () => {
  const rows = places([
    user(1),
    agent(2, { type: 'text', text: 'one' }),
    agent(3, call('a', 'read_file')),
    user(4),
    user(5),
    agent(6, call('b', 'read_file')),
  ]);
  expect(rows.map(({ isTurnEnd }) => isTurnEnd)).toEqual([true, false, true, true, true, true]);
  expect(rows.map(({ hasText }) => hasText)).toEqual([true, true, true, true, true, false]);
});

const rows = createRowMaker()([1, 2, 3, 4, 5, 6].map((id) => user(id)));
const nobody = () => false;

test('a selection keeps all rows between its ends, whichever way it was made', () => {
  expect(mountedRows(rows, nobody, { anchor: '2', focus: '4' })).toEqual([1, 2, 3]);
  expect(mountedRows(rows, nobody, { anchor: '4', focus: '2' })).toEqual([1, 2, 3]);
  expect(mountedRows(rows, nobody, { anchor: '3', focus: null })).toEqual([2]);
});

test('without a selection only what the person is at is kept', () => {
  expect(mountedRows(rows, nobody, null)).toEqual([]);
  expect(mountedRows(rows, ({ key }) => key === '5', { anchor: '1', focus: 'gone' })).toEqual([0, 4]);
});

const messages = [4, 7, 9].map((id) => userMessage(id));
const counted = (id: number, before: number) => ({ messageId: messageId(id), before, all: 20 });
const placesOf = (found: ReturnType<typeof messagePositions>) => [...(found?.at.values() ?? [])];

test('all messages are counted from the one that was, whichever it is', () => {
  for (const one of [counted(4, 10), counted(7, 11), counted(9, 12)])
    expect(placesOf(messagePositions({ messages, hasLater: true }, one))).toEqual([11, 12, 13]);
});

test('at its end the chat is as long as the last message says, and longer with each that comes', () => {
  expect(messagePositions({ messages, hasLater: true }, counted(4, 10))?.of).toBe(20);
  expect(messagePositions({ messages, hasLater: false }, counted(4, 10))?.of).toBe(13);
  const more = [...messages, userMessage(12)];
  expect(messagePositions({ messages: more, hasLater: false }, counted(4, 10))?.of).toBe(14);
});

test('a message that waits in the queue has no position yet', () => {
  const queued = { ...userMessage(12), queued: true };
  expect(
    placesOf(messagePositions({ messages: [...messages, queued], hasLater: false }, counted(4, 0))),
  ).toEqual([1, 2, 3]);
});

test('without the message that was counted nothing is known', () => {
  expect(messagePositions({ messages, hasLater: false }, counted(5, 10))).toBeNull();
});
