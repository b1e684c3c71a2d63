import { expect, test } from 'vitest';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import {
  attachmentId,
  messageId,
  userMessage,
  workspaceId,
} from '../../../../test/renderer/transcript-samples.ts';
import { beginSendingEdit, newEdit, orphanedEdits } from './message-edits.ts';
import type { ParleyState } from '../parley-store.ts';

const chat = workspaceId('w');
const edit = { ...newEdit(chat, messageId(5), 'old'), text: 'new' };

function chats(messages: Message[], hasEarlier: boolean): ParleyState['chats'] {
  const view = {
    status: 'ready' as const,
    transcript: { messages, hasEarlier },
    cursor: { feed: 'f', seq: 0 },
    grewAt: 'end' as const,
    past: null,
    place: 0,
  };
  return { [chat satisfies WorkspaceId]: view };
}

const left = (messages: Message[], hasEarlier = false, changed = edit) =>
  orphanedEdits({ [changed.id]: changed }, chats(messages, hasEarlier)).length;

test('an edit is left behind when its message is gone from the chat', () => {
  expect(left([userMessage(5)])).toBe(0);
  expect(left([userMessage(4), userMessage(9)])).toBe(1);
  expect(left([userMessage(9)])).toBe(1);
});

test('an edit is not left behind while its message may only be out of sight, or is on its way', () => {
  expect(left([userMessage(9)], true)).toBe(0);
  expect(left([userMessage(4), userMessage(9)], true)).toBe(1);
  expect(left([userMessage(9)], false, { ...edit, sending: true })).toBe(0);
});

test('the same message goes out under the same key again, another one under a new key', () => {
  const first = beginSendingEdit(edit, 'a');
  expect(beginSendingEdit(first, 'b').attempt).toEqual({ key: 'a', text: 'new', dropped: [] });
  expect(beginSendingEdit({ ...first, text: 'newer' }, 'b').attempt).toEqual({
    key: 'b',
    text: 'newer',
    dropped: [],
  });
  const dropped = [attachmentId('photo')];
  expect(beginSendingEdit({ ...first, dropped }, 'b').attempt).toEqual({ key: 'b', text: 'new', dropped });
});
