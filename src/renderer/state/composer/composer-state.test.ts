import { expect, test } from 'vitest';
import { attachmentId, messageId } from '../../../../test/renderer/transcript-samples.ts';
import {
  afterSending,
  beginSending,
  emptyComposer,
  queueDelay,
  readsAtOnce,
  withRewound,
  withStoredDraft,
  withWithdrawn,
} from './composer-state.ts';

const sent = (text: string) => ({ text, attachments: [] });
const written = { ...emptyComposer, restored: true };

test('what was typed while a message was on its way stays', () => {
  expect(afterSending({ ...written, text: 'one two', sending: 'one' }, sent('one')).text).toBe(' two');
});

test('a text that was changed meanwhile stays whole', () => {
  expect(afterSending({ ...written, text: 'One', sending: 'one' }, sent('one')).text).toBe('One');
});

test('the same text goes out under the same key until it is acknowledged', () => {
  const first = beginSending({ ...written, text: 'one' }, 'key 1');
  const again = beginSending({ ...first, sending: null, problem: 'The disk is full.' }, 'key 2');
  expect(again.attempt).toEqual({ key: 'key 1', text: 'one', attachments: [] });
  const stored = afterSending(again, sent('one'));
  expect(beginSending({ ...stored, text: 'one' }, 'key 3').attempt.key).toBe('key 3');
});

test('another text gets a key of its own', () => {
  const first = beginSending({ ...written, text: 'one' }, 'key 1');
  expect(beginSending({ ...first, sending: null, text: 'two' }, 'key 2').attempt.key).toBe('key 2');
});

test('what was typed before the stored message was known stands after it', () => {
  expect(withStoredDraft({ ...emptyComposer, text: 'more' }, 'stored', []).text).toBe('stored\nmore');
  expect(withStoredDraft(emptyComposer, 'stored', []).text).toBe('stored');
  expect(withStoredDraft({ ...emptyComposer, text: 'typed' }, '', []).text).toBe('typed');
});

test('a later snapshot changes nothing any more', () => {
  const restored = withStoredDraft(emptyComposer, '', []);
  expect(withStoredDraft({ ...restored, text: 'mine' }, 'older', []).text).toBe('mine');
});

test('a message from the queue stands before what was typed, and instead of one that was brought back', () => {
  expect(withWithdrawn(written, sent('queued')).text).toBe('queued');
  expect(withWithdrawn({ ...written, text: 'typed' }, sent('queued')).text).toBe('queued\ntyped');
  const recalled = { ...written, text: 'sent before', recalled: messageId(1) };
  expect(withWithdrawn(recalled, sent('queued'))).toEqual({ ...written, text: 'queued' });
});

const file = (id: string) => ({
  kind: 'text' as const,
  id: attachmentId(id),
  name: `${id}.txt`,
  size: 4,
});
const rewound = (id: number, text: string) => ({
  id,
  messageId: messageId(1),
  text,
  attached: [file(`a-r${id}`)],
  files: 0,
  stayed: [],
});

test('the message to which a chat goes back stands before what was typed, once, and leaves as it came', () => {
  const back = withRewound({ ...written, attached: [file('mine')] }, rewound(1, 'First'));
  expect(back.text).toBe('First');
  expect(back.attached).toEqual([file('a-r1'), file('mine')]);
  expect(withRewound(back, rewound(1, 'First'))).toBe(back);
  expect(withRewound(back, null)).toEqual({ ...written, attached: [file('mine')] });
  const changed = withRewound({ ...written, text: 'typed' }, rewound(1, 'First'));
  expect(changed.text).toBe('First\ntyped');
  expect(withRewound(changed, null)).toMatchObject({ text: 'First\ntyped', attached: [] });
  expect(withRewound(back, rewound(2, 'Other'))).toMatchObject({ text: 'Other', rewound: { id: 2 } });
});

test('a stored message holds already what a chat went back to', () => {
  const restored = withStoredDraft(emptyComposer, 'First', [file('a-r1')], rewound(1, 'First'));
  expect(withRewound(restored, rewound(1, 'First'))).toBe(restored);
});

test('the one message that begins a turn is long in no queue; those sent to an agent at work are shown soon', () => {
  expect(queueDelay({ toIdle: true }, 1)).toBe(2_000);
  expect(queueDelay({ toIdle: true }, 2)).toBe(300);
  expect(queueDelay({ toIdle: false }, 1)).toBe(300);
});

test('a message is read at once unless the agent is at work and waits for nobody', () => {
  const [idle, working] = [{ status: 'idle' as const }, { status: 'working' as const }];
  expect(readsAtOnce({ turn: idle, waiting: 0 })).toBe(true);
  expect(readsAtOnce({ turn: working, waiting: 1 })).toBe(true);
  expect(readsAtOnce({ turn: working, waiting: 0 })).toBe(false);
});
