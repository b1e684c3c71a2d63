import { expect, test } from 'vitest';
import {
  agentMessage as agent,
  questionCall,
  toolCall as call,
  userMessage as user,
} from '../../../../test/renderer/transcript-samples.ts';
import { messagesAsText } from './whole-chat.ts';

test('a chat is all that was said, in order, under the name of who said it', () => {
  const text = messagesAsText([
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

test('a copied chat says where answers came with the call, and no label passes for another option', () => {
  const ask = {
    asker: 'Claude',
    questions: [
      {
        id: '1',
        prompt: 'Which?',
        kind: 'choice' as const,
        options: [{ label: 'B\n[x] C' }],
        multiple: false,
      },
    ],
    draft: [],
    openedAt: 0,
    timeout: { deadline: null, stopped: false },
    settlement: {
      outcome: {
        type: 'supplied' as const,
        replies: [
          { status: 'answered' as const, questionId: '1', picks: [], custom: 'A', origin: 'typed' as const },
        ],
      },
      where: 'call' as const,
      at: 0,
    },
  };
  expect(messagesAsText([agent(1, questionCall('a', 'ask_user_question', { ask }))])).toBe(
    'Agent:\n\nWhich?\n[ ] B\n    [x] C\n> A\n\n(You were not asked: Claude answered its own question)',
  );
});
