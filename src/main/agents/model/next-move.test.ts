import { describe, expect, it } from 'vitest';
import { messageIdSchema, toolCallIdSchema } from '../../../shared/ids.ts';
import type { HistoryEntry, Step } from '../../chat/chat-history.ts';
import { nextMove, type ToolRow } from './next-move.ts';

const messageId = messageIdSchema.parse(2);
const user: HistoryEntry = { role: 'user', messageId: messageIdSchema.parse(1), text: 'hi', attachments: [] };
const agent = (...steps: Step[]): HistoryEntry => ({ role: 'agent', messageId, steps });
const common = { position: 0, step: 0, provider_metadata: null, started_at: null, ended_at: null };
const call = (result: ToolRow['result']): ToolRow => ({
  ...common,
  type: 'tool',
  kind: 'plain',
  work: null,
  tool_call_id: toolCallIdSchema.parse('c'),
  tool_name: 'list_files',
  input: {},
  result,
});
const step = (complete: boolean, ...parts: Step['parts']): Step => ({ complete, parts });
const text = { ...common, type: 'text' as const, text: 'said' };
const done = { ok: true, text: 'done' };

describe('nextMove', () => {
  it.each<[string, HistoryEntry[], boolean, unknown]>([
    ['has nothing to do in an empty chat', [], false, { type: 'done' }],
    ['delivers what is queued before it asks the model', [user], true, { type: 'deliver-queued' }],
    ['asks the model about a message', [user], false, { type: 'ask-model', into: null }],
    ['is done when the model only spoke', [user, agent(step(true, text))], false, { type: 'done' }],
    ['delivers what was queued meanwhile', [user, agent(step(true, text))], true, { type: 'deliver-queued' }],
    [
      'runs the calls of a complete step, queue or not',
      [user, agent(step(true, text, call(null)))],
      true,
      { type: 'run-calls', messageId, calls: [call(null)], brokeOff: false },
    ],
    [
      'marks the calls of a step that broke off',
      [user, agent(step(false, call(null)))],
      false,
      { type: 'run-calls', messageId, calls: [call(null)], brokeOff: true },
    ],
    [
      'goes on in the same message when every call has its result',
      [user, agent(step(true, call(done)))],
      false,
      { type: 'ask-model', into: { messageId, step: 1 } },
    ],
    [
      'asks again after an answer that broke off',
      [user, agent(step(true, call(done)), step(false, text))],
      false,
      { type: 'ask-model', into: { messageId, step: 2 } },
    ],
    [
      'takes up an answer that broke off before its first word',
      [user, agent()],
      false,
      { type: 'ask-model', into: { messageId, step: 0 } },
    ],
  ])('%s', (_, history, hasQueued, expected) => {
    expect(nextMove(history, hasQueued)).toEqual(expected);
  });
});

describe('nextMove, with something to resolve', () => {
  const resolve = { ...call(done), tool_name: 'resolve' };
  const at = { messageId, step: 0 };
  const again = { type: 'ask-model', into: { messageId, step: 1 } };
  it.each<[string, Step, Parameters<typeof nextMove>[2], unknown]>([
    ['asks a model again that only spoke', step(true, text), { type: 'due' }, again],
    [
      'is done after the last reminder to a model that only spoke',
      step(true, text),
      { type: 'given-up', at },
      { type: 'done' },
    ],
    [
      'is done after the last reminder to a model that did something else',
      step(true, call(done)),
      { type: 'given-up', at },
      { type: 'done' },
    ],
    [
      'goes on after the last reminder when the model did resolve',
      step(true, resolve),
      { type: 'given-up', at },
      again,
    ],
    [
      'goes on with later steps of a model that was given up before',
      step(true, call(done)),
      { type: 'given-up', at: { messageId, step: 7 } },
      again,
    ],
  ])('%s', (_, last, unresolved, expected) => {
    expect(nextMove([user, agent(last)], false, unresolved)).toEqual(expected);
  });
});
