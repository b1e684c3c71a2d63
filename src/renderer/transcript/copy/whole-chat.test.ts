import { expect, test } from 'vitest';
import {
  agentMessage as agent,
  toolCall as call,
  userMessage as user,
} from '../../testing/transcript-samples.ts';
import { chatText } from './whole-chat.ts';

test('a chat is all that was said, in order, under the name of who said it', () => {
  const text = chatText([
    user(1, 'first'),
    user(2, 'and more'),
    agent(3, { type: 'reasoning', text: 'hm' }, call('a', 'list_files'), { type: 'text', text: '# One\n' }),
    agent(4, { type: 'text', text: 'two' }, { type: 'text', text: ' ' }),
    agent(5),
    user(6, 'last'),
  ]);
  expect(text).toBe(
    'You:\n\nfirst\n\nand more\n\nAgent:\n\nLooked into the folder\n\n# One\n\ntwo\n\nYou:\n\nlast',
  );
});
