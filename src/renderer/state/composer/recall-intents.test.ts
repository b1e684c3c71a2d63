import { expect, test } from 'vitest';
import {
  agentMessage,
  messageId,
  userMessage,
  workspaceId,
} from '../../../../test/renderer/transcript-samples.ts';
import type { Message, Transcript } from '../../../shared/transcript/transcript.ts';
import { createParleyStore } from '../parley-store.ts';
import { type ComposerState, emptyComposer } from './composer-state.ts';
import { createRecallIntents, type RecallStep } from './recall-intents.ts';

/** The message field of a chat with these messages. */
function fieldOf(messages: Message[], composer: Partial<ComposerState> = {}) {
  const store = createParleyStore();
  const id = workspaceId('a');
  const show = (shown: Message[]) =>
    store.setState({ chats: { [id]: chatOf({ messages: shown, hasEarlier: false }) }, openId: id });
  store.setState({ composers: { [id]: { ...emptyComposer, ...composer } } });
  show(messages);
  const { recallMessage } = createRecallIntents(store, async () => []);
  const text = () => store.getState().composers[id]?.text;
  return {
    show,
    text,
    composer: () => store.getState().composers[id],
    press: (step: RecallStep) => recallMessage(id, step),
    /** Presses a key so many times and returns what the field then holds. */
    texts: (step: RecallStep, times: number) =>
      Array.from({ length: times }, () => recallMessage(id, step) && text()),
  };
}

function chatOf(transcript: Transcript) {
  return {
    status: 'ready' as const,
    transcript,
    cursor: { feed: 'f', seq: 0 },
    past: null,
    grewAt: 'end' as const,
    place: 0,
  };
}

const sent = [
  userMessage(1, 'one'),
  agentMessage(2),
  userMessage(3, 'two'),
  userMessage(4, 'two'),
  userMessage(5, 'three'),
];

test('the last message comes back first, then older ones, a repeated one once', () => {
  expect(fieldOf(sent).texts('older', 4)).toEqual(['three', 'two', 'one', 'one']);
});

test('newer ones come back until the field is empty again', () => {
  const field = fieldOf(sent, { text: 'one', recalled: messageId(1) });
  expect(field.texts('newer', 3)).toEqual(['two', 'three', '']);
  expect(field.press('newer')).toBe(false);
});

test.each(['older', 'newer', 'none'] as const)('nothing is brought back over what was typed: %s', (step) => {
  const field = fieldOf(sent, { text: 'mine' });
  expect(field.press(step)).toBe(false);
  expect(field.text()).toBe('mine');
});

test('Escape leads back to the empty field', () => {
  const field = fieldOf(sent);
  field.press('older');
  expect(field.press('none')).toBe(true);
  expect(field.composer()).toEqual(emptyComposer);
});

test('where nothing was sent, nothing comes back', () => {
  const field = fieldOf([agentMessage(1)]);
  expect(field.press('older')).toBe(false);
  expect(field.text()).toBe('');
});

test('what was just sent comes back first, also before the chat shows it', () => {
  const field = fieldOf([userMessage(5, 'three')], { justSent: { text: 'four', after: 5 } });
  expect(field.texts('older', 1)).toEqual(['four']);
  field.show([userMessage(5, 'three'), userMessage(6, 'four')]);
  expect(field.composer()?.justSent).toBeNull();
  expect(field.texts('older', 1)).toEqual(['three']);
  expect(field.texts('newer', 2)).toEqual(['four', '']);
});

test('the same text sent again is told from the one that stood there before', () => {
  const before = [userMessage(5, 'go on'), agentMessage(6)];
  const field = fieldOf(before, { justSent: { text: 'go on', after: 6 } });
  expect(field.composer()?.justSent).not.toBeNull();
  expect(field.texts('older', 1)).toEqual(['go on']);
  field.show([...before, userMessage(7, 'go on')]);
  expect(field.composer()?.justSent).toBeNull();
  expect(field.texts('newer', 1)).toEqual(['']);
});

/** A chat whose last page has one message of the person; what was sent before it is read in one go. */
function longChat() {
  const reads: number[] = [];
  const store = createParleyStore();
  const id = workspaceId('a');
  const chat = chatOf({ messages: [agentMessage(900), userMessage(901, 'newest')], hasEarlier: true });
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
