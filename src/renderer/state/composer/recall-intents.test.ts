import { expect, test } from 'vitest';
import { agentMessage, messageId, userMessage } from '../../testing/transcript-samples.ts';
import { emptyComposer } from './composer-state.ts';
import { endRecall, recallNewer, recallOlder, sentMessages } from './recall-intents.ts';

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
