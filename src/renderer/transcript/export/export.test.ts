import fc from 'fast-check';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { hasHiddenCharacters } from '../../../shared/hidden-characters.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import {
  agentMessage,
  commandCall,
  deniedCommand,
  messageId,
  openEdit,
  questionCall,
  toolCall,
  userMessage,
} from '../../../../test/renderer/transcript-samples.ts';
import { chatMarkdown } from './chat-markdown.ts';
import { fileName } from './export-dialog.tsx';
import { chatJson } from './exported-chat.ts';

const chat = {
  name: 'The parser',
  folder: '/home/me/parser',
  agent: {
    id: 'anthropic/claude-sonnet-4-5',
    name: 'Claude',
    model: 'claude-sonnet-4-5',
  },
};

const exported = (messages: readonly Message[]) => ({ chat, messages, exportedAt: 0 });

const question = {
  id: '1',
  prompt: 'Which one?',
  kind: 'choice' as const,
  options: [{ label: 'SQLite' }, { label: 'Files' }],
  multiple: false,
};

const answered = questionCall('q', 'ask_user_question', {
  ask: {
    asker: 'Claude',
    questions: [question],
    draft: [{ questionId: '1', picks: [], otherChosen: true, other: 'a secret thought', note: '' }],
    openedAt: 0,
    timeout: { deadline: null, stopped: false },
    settlement: {
      outcome: {
        type: 'answered',
        timedOut: false,
        replies: [{ status: 'answered', questionId: '1', picks: ['SQLite'], origin: 'picked' }],
      },
      where: 'card',
      at: 0,
    },
  },
});

const everything: readonly Message[] = [
  userMessage(1, 'Make it\u202E safe'),
  {
    role: 'user',
    id: messageId(2),
    createdAt: 0,
    text: '/review a.ts',
    queued: false,
    mentions: [],
    attachments: [],
    command: { source: '.parley/commands/review.md', text: 'Look at a.ts' },
  },
  agentMessage(
    3,
    { type: 'text', text: 'I will.' },
    toolCall('r', 'read_file', { input: { path: '.env' }, result: { ok: true, text: 'KEY=planted-secret' } }),
    answered,
    { ...commandCall('c', 'npm test'), result: { ok: true, text: 'planted-secret' } },
    deniedCommand('d', 'rm -rf ~'),
    {
      kind: 'preview',
      type: 'tool',
      toolCallId: toolCall('e', 'edit_file').toolCallId,
      toolName: 'edit_file',
      input: {},
      result: null,
      action: openEdit('e'),
    },
  ),
];

test('JSON reads back as the messages of the chat, without what tools returned and what was not sent', () => {
  const text = chatJson(exported(everything));
  const parsed: unknown = JSON.parse(text);
  expect(parsed).toMatchObject({
    format: 'parley-chat',
    version: 1,
    messages: [
      everything[0],
      everything[1],
      { role: 'agent', parts: [{ text: 'I will.' }, { result: { ok: true, text: '' } }, {}, {}, {}, {}] },
    ],
  });
  expect(text).toContain('"SQLite"');
  expect(text).toContain('npm test');
  expect(text).not.toContain('planted-secret');
  expect(text).not.toContain('a secret thought');
  expect(hasHiddenCharacters(text)).toBe(false);
});

test('Markdown says what was asked, answered, changed, allowed and run, in order', () => {
  const text = chatMarkdown(exported(everything));
  const at = [
    '# The parser',
    '## You, 1970-01-01T00:00:00.000Z',
    'Make it<U+202E> safe',
    'From .parley/commands/review.md:',
    'Look at a.ts',
    '## Claude,',
    'I will.',
    'Questions from Claude: Answered',
    '[x] SQLite',
    '[ ] Files',
    '### Command: ',
    'npm test',
    'Parley wants to run a command: Denied',
    'rm -rf ~',
    '### Edit a.ts: Needs you',
  ].map((words) => [words, text.indexOf(words)] as const);
  expect(at.filter(([, place]) => place < 0)).toEqual([]);
  expect(at.map(([, place]) => place)).toEqual(at.map(([, place]) => place).toSorted((a, b) => a - b));
  expect(text).not.toContain('planted-secret');
  expect(text).not.toContain('a secret thought');
});

test('nothing in a card ends its fence, whatever a model wrote', () => {
  const words = fc.array(fc.constantFrom('`', '```', '````\n', '\n# Not a heading\n', 'a', ' ', '\u202E'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(words, (all) => {
      const ask = answered.ask && { ...answered.ask, questions: [{ ...question, prompt: all.join('') }] };
      const text = chatMarkdown(exported([agentMessage(1, { ...answered, ask })]));
      const headings = marked.lexer(text).filter(({ type }) => type === 'heading');
      expect(headings).toHaveLength(3);
      expect(hasHiddenCharacters(text)).toBe(false);
    }),
  );
});

test.each([
  ['Fix: the/parser?', 'Fix-the-parser.md'],
  ['../../etc', 'etc.md'],
  ['…', 'chat.md'],
])('%j is saved as %s', (name, file) => expect(fileName(name, 'md')).toBe(file));
