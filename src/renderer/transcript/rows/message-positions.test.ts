import { expect, test } from 'vitest';
import { messageId, userMessage } from '../../testing/transcript-samples.ts';
import { messagePositions } from './message-positions.ts';

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
