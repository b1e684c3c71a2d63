import { expect, test } from 'vitest';
import { actionIdSchema, messageIdSchema, toolCallIdSchema } from '../ids.ts';
import { applyEvent } from './apply-event.ts';
import type { AgentMessage, Ask, Part, Transcript } from './transcript.ts';
import type { TranscriptEvent } from './transcript-event.ts';

const toolCallId = toolCallIdSchema.parse('call-1');
const userId = messageIdSchema.parse(1);
const agentId = messageIdSchema.parse(2);
const unknownId = messageIdSchema.parse(99);

const ask: Ask = {
  asker: 'Guide',
  questions: [],
  draft: [],
  openedAt: 5,
  timeout: { deadline: null, stopped: false },
  settlement: null,
};

const settlement: Ask['settlement'] = { outcome: { type: 'declined' }, where: 'card', at: 9 };

const callPart: Part = {
  type: 'tool',
  kind: 'question',
  toolCallId,
  toolName: 'ask',
  input: {},
  ask: null,
  result: null,
};

const agentMessage = (parts: AgentMessage['parts']): AgentMessage => ({
  role: 'agent',
  id: agentId,
  createdAt: 2,
  parts,
});

const before: Transcript = {
  messages: [
    { role: 'user', id: userId, createdAt: 1, text: 'Hello', queued: true, mentions: [], attachments: [] },
    agentMessage([{ type: 'text', text: 'Well' }, callPart, { type: 'reasoning', text: 'Hm' }]),
  ],
  hasEarlier: false,
};

const partsOf = ({ messages }: Transcript): readonly Part[] => {
  const message = messages[1];
  if (message?.role !== 'agent') throw new Error('the second message is from the agent');
  return message.parts;
};

const partsAfter = (...events: TranscriptEvent[]) => partsOf(events.reduce(applyEvent, before));

test('a new message stands at the end', () => {
  const message = {
    role: 'user' as const,
    id: unknownId,
    createdAt: 3,
    text: 'More',
    queued: false,
    mentions: [],
    attachments: [],
  };
  expect(applyEvent(before, { type: 'message-added', message }).messages).toEqual([
    ...before.messages,
    message,
  ]);
});

test('a delivered message is no longer queued', () => {
  const after = applyEvent(before, { type: 'message-delivered', messageId: userId });
  expect(after.messages[0]).toEqual({ ...before.messages[0], queued: false });
});

test('streamed text goes to the end of its part and of no other', () => {
  const parts = partsAfter(
    { type: 'text-appended', messageId: agentId, part: 0, text: ' then' },
    { type: 'text-appended', messageId: agentId, part: 2, text: 'm' },
  );
  expect(parts).toEqual([{ type: 'text', text: 'Well then' }, callPart, { type: 'reasoning', text: 'Hmm' }]);
});

test('text for a call changes nothing in it', () => {
  expect(partsAfter({ type: 'text-appended', messageId: agentId, part: 1, text: 'x' })[1]).toEqual(callPart);
});

test('a new part stands at the end of its message', () => {
  const part = { type: 'text' as const, text: 'new' };
  expect(partsAfter({ type: 'part-added', messageId: agentId, part }).at(-1)).toEqual(part);
});

test('an ask opens, is settled, and its call gets the result', () => {
  const parts = partsAfter(
    { type: 'ask-opened', messageId: agentId, toolCallId, ask },
    { type: 'ask-settled', messageId: agentId, toolCallId, settlement },
    { type: 'tool-settled', messageId: agentId, toolCallId, result: { ok: false, text: 'declined' } },
  );
  expect(parts[1]).toEqual({
    ...callPart,
    ask: { ...ask, settlement },
    result: { ok: false, text: 'declined' },
  });
});

test('a text, a thought and a call have the time they took once they are complete', () => {
  const span = { startedAt: 3, endedAt: 8 };
  const result = { ok: true, text: 'listed' };
  const parts = partsAfter(
    { type: 'part-ended', messageId: agentId, part: 2, span },
    { type: 'part-ended', messageId: agentId, part: 0, span },
    { type: 'part-ended', messageId: agentId, part: 7, span: { startedAt: 1, endedAt: 2 } },
    { type: 'tool-settled', messageId: agentId, toolCallId, result, span },
  );
  expect(parts).toEqual([
    { type: 'text', text: 'Well', span },
    { ...callPart, result, span },
    { type: 'reasoning', text: 'Hm', span },
  ]);
});

const userMessage = (id: number, text: string) => ({
  role: 'user' as const,
  id: messageIdSchema.parse(id),
  createdAt: 3,
  text,
  queued: true,
  mentions: [],
  attachments: [],
});

test('a message in the place of an earlier one takes that of all after it, but not of askers from outside', () => {
  const outside = { role: 'outside' as const, id: messageIdSchema.parse(3), createdAt: 3, parts: [] };
  const message = userMessage(5, 'instead');
  const chat = { ...before, messages: [...before.messages, outside, userMessage(4, 'after it')] };
  const from = (id: number) =>
    applyEvent(chat, { type: 'messages-replaced', from: messageIdSchema.parse(id), message });
  expect(from(2)).toEqual({ ...chat, messages: [before.messages[0], outside, message] });
  expect(from(4).messages).toEqual([...before.messages, outside, message]);
});

test('a withdrawn message is gone, and no other', () => {
  const more = userMessage(7, 'More');
  const chat = { ...before, messages: [...before.messages, more] };
  expect(applyEvent(chat, { type: 'message-withdrawn', messageId: more.id })).toEqual(before);
});

test('an ask’s countdown and the presence of its asker change in place', () => {
  const timeout = { deadline: 70, stopped: false };
  const parts = partsAfter(
    { type: 'ask-opened', messageId: agentId, toolCallId, ask },
    { type: 'ask-timeout-changed', messageId: agentId, toolCallId, timeout },
    { type: 'asker-presence-changed', messageId: agentId, toolCallId, presence: 'gone' },
  );
  expect(parts[1]).toEqual({ ...callPart, ask: { ...ask, timeout, presence: 'gone' } });
});

test('a preview has its change and the presence of its asker itself, and no other kind of call has a change', () => {
  const preview: Part = {
    type: 'tool',
    kind: 'preview',
    toolCallId: toolCallIdSchema.parse('preview'),
    toolName: 'write_file',
    input: {},
    result: null,
  };
  const action = {
    id: actionIdSchema.parse('action'),
    label: 'Create b.txt',
    sourceToolName: 'write_file',
    fingerprint: 'f',
    preview: { type: 'edit' as const, files: [] },
    openedAt: 1,
    state: { type: 'open' as const, request: null, failure: null, left: false },
  };
  const of = { messageId: agentId, toolCallId: preview.toolCallId };
  const parts = partsAfter(
    { type: 'part-added', messageId: agentId, part: preview },
    { type: 'action-changed', ...of, action },
    { type: 'asker-presence-changed', ...of, presence: 'gone' },
    { type: 'ask-opened', ...of, ask },
    { type: 'action-changed', messageId: agentId, toolCallId, action },
  );
  expect(parts.at(-1)).toEqual({ ...preview, action, presence: 'gone' });
  expect(parts[1]).toEqual(callPart);
});

test('settling an ask that never opened changes nothing', () => {
  expect(partsAfter({ type: 'ask-settled', messageId: agentId, toolCallId, settlement })[1]).toEqual(
    callPart,
  );
});

const onAnUnknownMessage: readonly TranscriptEvent[] = [
  { type: 'message-delivered', messageId: unknownId },
  { type: 'part-added', messageId: unknownId, part: callPart },
  { type: 'text-appended', messageId: unknownId, part: 0, text: 'x' },
  { type: 'part-ended', messageId: unknownId, part: 0, span: { startedAt: 1, endedAt: 2 } },
  { type: 'ask-opened', messageId: unknownId, toolCallId, ask },
  { type: 'ask-settled', messageId: unknownId, toolCallId, settlement },
  { type: 'tool-settled', messageId: unknownId, toolCallId, result: { ok: true, text: 'x' } },
];

test.each(onAnUnknownMessage)('$type about a message that is not loaded changes nothing', (event) => {
  expect(applyEvent(before, event)).toBe(before);
});

test('an event about another kind of message changes nothing in it', () => {
  expect(applyEvent(before, { type: 'message-delivered', messageId: agentId })).toEqual(before);
  expect(applyEvent(before, { type: 'part-added', messageId: userId, part: callPart })).toEqual(before);
});

test('what an event does not touch keeps its identity', () => {
  const after = applyEvent(before, { type: 'text-appended', messageId: agentId, part: 0, text: '!' });
  expect(after.messages[0]).toBe(before.messages[0]);
  expect(after.messages[1]).not.toBe(before.messages[1]);
  const [was, is] = [partsOf(before), partsOf(after)];
  expect(is[1]).toBe(was[1]);
  expect(is[2]).toBe(was[2]);
});

test('the transcript that went in is left as it was', () => {
  const copy = JSON.stringify(before);
  applyEvent(before, { type: 'text-appended', messageId: agentId, part: 0, text: '!' });
  expect(JSON.stringify(before)).toBe(copy);
});
