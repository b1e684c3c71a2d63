import { expect, test } from 'vitest';
import { actionIdSchema, messageIdSchema, toolCallIdSchema } from '../ids.ts';
import type { PendingAction } from '../previews/pending-action.ts';
import { waitingCalls, waitsForPerson } from './waiting-calls.ts';
import type { Ask, Message, Part } from './transcript.ts';
import type { Settlement } from '../questions/questions.ts';

const answered = { type: 'answered' as const, replies: [], timedOut: false };

const call = (id: string) => ({
  type: 'tool' as const,
  toolCallId: toolCallIdSchema.parse(id),
  toolName: 'ask',
  input: {},
  result: null,
});
const ask: Ask = {
  asker: 'Guide',
  questions: [],
  draft: [],
  openedAt: 5,
  timeout: { deadline: null, stopped: false },
  settlement: null,
};
const settlement: Settlement = { outcome: answered, where: 'card', at: 9 };

const waits: Part = { kind: 'question', ...call('waits'), ask };
const others: readonly Part[] = [
  { type: 'text', text: 'Well' },
  { kind: 'plain', ...call('plain') },
  { kind: 'question', ...call('not asked yet'), ask: null },
  { kind: 'question', ...call('settled'), ask: { ...ask, settlement } },
  { kind: 'preview', ...call('stages nothing') },
];

test('a call waits for the person from its asking until it is settled', () => {
  expect(waitsForPerson(waits)).toBe(true);
  expect(others.map(waitsForPerson)).toEqual(others.map(() => false));
});

test('a staged change waits while it is open', () => {
  const staged = (state: PendingAction['state']): Part => ({
    kind: 'preview',
    ...call('staged'),
    action: {
      id: actionIdSchema.parse('action'),
      label: 'Create b.txt',
      sourceToolName: 'write_file',
      fingerprint: 'f',
      preview: { type: 'edit', files: [] },
      openedAt: 1,
      state,
    },
  });
  const open = staged({ type: 'open', request: null, failure: null, left: false });
  const decided = staged({ type: 'decided', request: null, decision: { type: 'apply' } });
  expect([open, decided].map(waitsForPerson)).toEqual([true, false]);
});

test('the waiting calls of a chat are those of its agent and of askers from outside', () => {
  const common = { createdAt: 1 };
  const outside: Part = { kind: 'command', ...call('outside'), ask };
  const messages: Message[] = [
    {
      role: 'user',
      id: messageIdSchema.parse(1),
      ...common,
      text: '',
      queued: false,
      mentions: [],
      attachments: [],
    },
    { role: 'agent', id: messageIdSchema.parse(2), ...common, parts: [...others, waits] },
    { role: 'outside', id: messageIdSchema.parse(3), ...common, parts: [outside] },
  ];
  expect(waitingCalls(messages)).toEqual([waits, outside]);
});
