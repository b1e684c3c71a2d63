import { expect, test } from 'vitest';
import {
  agentMessage,
  messageId,
  userMessage,
  workspaceId,
} from '../../../../test/renderer/transcript-samples.ts';
import { createParleyStore } from '../parley-store.ts';
import { emptyComposer } from './composer-state.ts';
import { createRecallIntents, endRecall, recallNewer, recallOlder, sentMessages } from './recall-intents.ts';

const sent = sentMessages(
  [
    userMessage(1, 'one'),
    agentMessage(2),
    userMessage(3, 'two'),
    userMessage(4, 'two'),
    userMessage(5, 'three'),
  ],
  null,
);

test('the last message comes back first, then older ones, a repeated one once', () => {
  const texts: string[] = [];
  for (let now = recallOlder(emptyComposer, sent); now !== undefined; now = recallOlder(now, sent)) {
    texts.push(now.text);
  }
  expect(texts).toEqual(['three', 'two', 'one']);
});

test('newer ones come back until the field is empty again', () => {
  const oldest = { ...emptyComposer, text: 'one', recalled: messageId(1) };
  const texts: string[] = [];
  for (let now = recallNewer(oldest, sent); now !== undefined; now = recallNewer(now, sent)) {
    texts.push(now.text);
  }
  expect(texts).toEqual(['two', 'three', '']);
});

test('nothing is brought back over what was typed', () => {
  const typed = { ...emptyComposer, text: 'mine' };
  expect(recallOlder(typed, sent)).toBeUndefined();
  expect(recallNewer(typed, sent)).toBeUndefined();
  expect(endRecall(typed)).toBeUndefined();
});

test('Escape leads back to the empty field', () => {
  const shown = recallOlder(emptyComposer, sent);
  expect(shown && endRecall(shown)).toEqual(emptyComposer);
});

test('where nothing was sent, nothing comes back', () => {
  expect(recallOlder(emptyComposer, sentMessages([agentMessage(1)], null))).toBeUndefined();
});

test('what was just sent comes back first, also before the chat shows it', () => {
  const justSent = { text: 'four', after: 5 };
  const early = sentMessages([userMessage(5, 'three')], justSent);
  const shown = recallOlder(emptyComposer, early);
  expect(shown?.text).toBe('four');
  const late = sentMessages([userMessage(5, 'three'), userMessage(6, 'four')], justSent);
  expect(late.map(({ text }) => text)).toEqual(['three', 'four']);
  expect(shown && recallOlder(shown, late)?.text).toBe('three');
});

test('the same text sent again is told from the one that stood there before', () => {
  const again = sentMessages([userMessage(5, 'go on'), agentMessage(6)], { text: 'go on', after: 6 });
  expect(again.map(({ id }) => id)).toEqual([Number.POSITIVE_INFINITY]);
});

/** A chat whose last page has one message of the person; what was sent before it is read in one go. */
function longChat() {
  const reads: number[] = [];
  const store = createParleyStore();
  const id = workspaceId('a');
  const chat = {
    status: 'ready' as const,
    transcript: { messages: [agentMessage(900), userMessage(901, 'newest')], hasEarlier: true },
    cursor: { feed: 'f', seq: 0 },
    past: null,
    grewAt: 'end' as const,
    place: 0,
  };
  store.setState({ chats: { [id]: chat }, openId: id });
  const earlier = [1, 2, 3].map((at) => ({ id: messageId(at), text: `sent ${at}` }));
  const { recallMessage } = createRecallIntents(store, async ({ before }) => {
    reads.push(before);
    return before === 900 ? earlier : [];
  });
  const text = () => store.getState().composers[id]?.text ?? '';
  const older = async () => {
    recallMessage(id, 'older');
    await Promise.resolve();
    await Promise.resolve();
    return text();
  };
  return { older, newer: () => recallMessage(id, 'newer') && text(), text, reads };
}

test('what was sent before the loaded part of a chat is read at once, and comes back one by one', async () => {
  const { older, newer, reads } = longChat();
  const texts = [];
  for (let press = 0; press < 4; press += 1) texts.push(await older());
  expect(texts).toEqual(['newest', 'sent 3', 'sent 2', 'sent 1']);
  expect(reads).toEqual([900, 1]);
  expect(newer()).toBe('sent 2');
});
