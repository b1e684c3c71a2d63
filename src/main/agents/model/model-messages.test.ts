import { describe, expect, it } from 'vitest';
import { messageIdSchema, toolCallIdSchema } from '../../../shared/ids.ts';
import type { HistoryEntry, Step } from '../../chat/chat-history.ts';
import { toModelMessages as convert } from './model-messages.ts';

const toModelMessages = (history: HistoryEntry[], told?: Parameters<typeof convert>[2]) =>
  convert(history, ({ text }) => text, told);
const messageId = messageIdSchema.parse(2);
const common = { position: 0, step: 0, provider_metadata: null, started_at: null, ended_at: null };
const text = (value: string) => ({ ...common, type: 'text' as const, text: value });
const reasoning = {
  ...common,
  type: 'reasoning' as const,
  text: 'hm',
  provider_metadata: { anthropic: { signature: 's' } },
};
const call = (id: string, result: { ok: boolean; text: string } | null, input: unknown = { a: 1 }) => ({
  ...common,
  type: 'tool' as const,
  kind: 'question' as const,
  work: null,
  tool_call_id: toolCallIdSchema.parse(id),
  tool_name: 'ask',
  input,
  result,
});
const user: HistoryEntry = { role: 'user', messageId: messageIdSchema.parse(1), text: 'hi', attachments: [] };
const agent = (...steps: Step[]): HistoryEntry => ({ role: 'agent', messageId, steps });
const whole = (...parts: Step['parts']): Step => ({ complete: true, parts });
const broken = (...parts: Step['parts']): Step => ({ complete: false, parts });

describe('toModelMessages', () => {
  it('puts the results of a step behind its calls, successes and failures apart', () => {
    const history = [
      user,
      agent(
        whole(
          text('Let me ask.'),
          call('1', { ok: true, text: 'yes' }),
          call('2', { ok: false, text: 'no' }),
        ),
      ),
    ];
    expect(toModelMessages(history)).toMatchObject([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'text' }, { toolCallId: '1' }, { toolCallId: '2' }] },
      {
        role: 'tool',
        content: [
          { toolCallId: '1', output: { type: 'text', value: 'yes' } },
          { toolCallId: '2', output: { type: 'error-text', value: 'no' } },
        ],
      },
    ]);
  });

  it('gives every call exactly one result, also one that never got any', () => {
    const messages = toModelMessages([user, agent(whole(call('1', null))), user]);
    expect(messages[2]).toMatchObject({
      content: [{ output: { type: 'error-text', value: 'Interrupted' } }],
    });
  });

  it('returns the metadata of a provider with its part', () => {
    const [, message] = toModelMessages([user, agent(whole(reasoning, text('so'))), user]);
    expect(message).toMatchObject({
      content: [{ type: 'reasoning', providerOptions: { anthropic: { signature: 's' } } }, { type: 'text' }],
    });
  });
});

describe('what a model never reads', () => {
  it('is a step that broke off at the end, unless the person replied to it', () => {
    const cut = agent(whole(text('first')), broken(reasoning, text('half')));
    expect(toModelMessages([user, cut])).toHaveLength(2);
    const replied = toModelMessages([user, cut, user]);
    expect(replied[2]).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'half' }] });
    expect(JSON.stringify(replied)).not.toContain('hm');
  });

  it('is an input that is no object', () => {
    const messages = toModelMessages([
      user,
      agent(whole(call('1', { ok: false, text: 'no' }, 'please'))),
      user,
    ]);
    expect(messages[1]).toMatchObject({ content: [{ input: { input: 'please' } }] });
  });

  it('is an answer without a word', () => {
    expect(toModelMessages([user, agent(whole(text(''))), user])).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'hi' },
    ]);
  });
});

it('puts what was said in between before its model call, also one that is yet to come', () => {
  const told = [
    { messageId, step: 1, text: 'before the second', kind: 'aside' as const, about: null },
    { messageId, step: 2, text: 'before the next', kind: 'go-on' as const, about: null },
  ];
  const history = [user, agent(whole(text('first')), whole(text('second')))];
  expect(toModelMessages(history, told).map(({ content }) => content)).toMatchObject([
    'hi',
    [{ text: 'first' }],
    'before the second',
    [{ text: 'second' }],
    'before the next',
  ]);
});

it('sends nothing that came before a fresh start, and all that came after', () => {
  const told = [
    { messageId, step: 1, text: 'forgotten', kind: 'aside' as const, about: null },
    { messageId, step: 1, text: 'the plan', kind: 'fresh' as const, about: null },
  ];
  const history = [user, agent(whole(text('first')), whole(text('second'))), user];
  expect(toModelMessages(history, told).map(({ content }) => content)).toMatchObject([
    'the plan',
    [{ text: 'second' }],
    'hi',
  ]);
});
