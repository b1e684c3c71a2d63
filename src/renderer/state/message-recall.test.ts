import { expect, test } from 'vitest';
import { agentMessage, messageId, userMessage } from '../testing/transcript-samples.ts';
import { emptyComposer } from './composer-state.ts';
import { endRecall, recallNewer, recallOlder, sentMessages } from './message-recall.ts';

const sent = sentMessages([
  userMessage(1, 'one'),
  agentMessage(2),
  userMessage(3, 'two'),
  userMessage(4, 'two'),
  userMessage(5, 'three'),
]);

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
  expect(recallOlder(emptyComposer, sentMessages([agentMessage(1)]))).toBeUndefined();
});
