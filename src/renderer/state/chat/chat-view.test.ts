import { expect, test } from 'vitest';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { ChatItem } from '../../companion.ts';
import { agentMessage, messageId } from '../../../../test/renderer/transcript-samples.ts';
import { applyChatItems, type ChatView } from './chat-view.ts';

const text = (id: number): Message => agentMessage(id, { type: 'text', text: 'a' });

const snapshot = (messages: Message[], hasEarlier = false): ChatItem => ({
  type: 'snapshot',
  cursor: { feed: 'f', seq: 0 },
  state: { transcript: { messages, hasEarlier }, messageDraft: '', attached: [] },
});

const append = (seq: number, piece: string): ChatItem => ({
  type: 'event',
  cursor: { feed: 'f', seq },
  event: { type: 'text-appended', messageId: messageId(1), part: 0, text: piece },
});

function ready(chat: ChatView) {
  if (chat.status !== 'ready') throw new Error(chat.status);
  return chat;
}

test('events of one frame arrive in order and move the cursor', () => {
  const chat = ready(
    applyChatItems({ status: 'loading' }, [snapshot([text(1)]), append(1, 'b'), append(2, 'c')]),
  );
  expect(chat.cursor.seq).toBe(2);
  expect(chat.transcript.messages).toEqual([
    { role: 'agent', id: 1, createdAt: 0, parts: [{ type: 'text', text: 'abc' }] },
  ]);
});

test('an event before the snapshot changes nothing', () => {
  const loading: ChatView = { status: 'loading' };
  expect(applyChatItems(loading, [append(1, 'b')])).toBe(loading);
});
