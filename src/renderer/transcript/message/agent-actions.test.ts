import { expect, test } from 'vitest';
import {
  agentMessage as agent,
  messageId,
  toolCall as call,
  userMessage as user,
} from '../../../../test/renderer/transcript-samples.ts';
import { userMessageBefore, turnText } from './agent-actions.tsx';

const messages = [
  user(1, 'first'),
  agent(2, { type: 'text', text: '# One\n' }, call('a', 'read_file'), { type: 'reasoning', text: 'hm' }),
  agent(3, { type: 'text', text: ' ' }, { type: 'text', text: '*two*' }),
  user(4, 'second'),
  agent(5, { type: 'text', text: 'three' }),
];

test('a say is the Markdown of all its texts, without thoughts and calls', () => {
  expect(turnText(messages, messageId(3))).toBe('# One\n\n*two*');
  expect(turnText(messages, messageId(5))).toBe('three');
  expect(turnText(messages, messageId(4))).toBe('second');
  expect(turnText(messages, messageId(9))).toBe('');
});

test('an answer is asked for by the person’s last message before it', () => {
  expect(userMessageBefore(messages, messageId(3))?.text).toBe('first');
  expect(userMessageBefore(messages, messageId(5))?.text).toBe('second');
  expect(userMessageBefore(messages, messageId(1))).toBeUndefined();
});
