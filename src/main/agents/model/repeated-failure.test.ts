import { describe, expect, it, test } from 'vitest';
import { messageIdSchema, toolCallIdSchema } from '../../../shared/ids.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import { callsTools, says, type Script } from '../../../../test/main/agents/model/scripted-agent.ts';
import { startChat } from '../../../../test/main/start-chat.ts';
import { repeatsFailure, type ToolRow } from './next-move.ts';

const messageId = messageIdSchema.parse(2);
const call = (path: string, ok = false): ToolRow => ({
  position: 0,
  step: 0,
  provider_metadata: null,
  started_at: null,
  ended_at: null,
  type: 'tool',
  kind: 'plain',
  work: null,
  tool_call_id: toolCallIdSchema.parse('c'),
  tool_name: 'read_file',
  input: { path },
  result: { ok, text: '' },
});
const made = (...calls: ToolRow[]): HistoryEntry[] => [
  { role: 'agent', messageId, steps: calls.map((part) => ({ complete: true, parts: [part] })) },
];
const [a, b] = [call('a'), call('b')];

describe('a call is repeated', () => {
  it.each([
    ['when it failed five times in a row', [b, a, a, a, a, a], true],
    ['not after four times', [a, a, a, a], false],
    ['not when one of them was another', [a, a, b, a, a, a], false],
    ['not when one of them was fine', [a, a, call('a', true), a, a], false],
  ])('%s', (_, calls, repeats) => expect(repeatsFailure(made(...calls), null)).toBe(repeats));

  it('not by calls of before the turn went on', () => {
    expect(repeatsFailure(made(a, a, a, a, a), { messageId, step: 1 })).toBe(false);
    expect(repeatsFailure(made(b, a, a, a, a, a), { messageId, step: 1 })).toBe(true);
  });
});

const missing: Script = () => callsTools(['again', 'read_file', { path: 'nowhere.txt' }]);

test('a model that repeats a failing step is stopped, and may go on when it is told to', async () => {
  const repeated = await startChat([...Array.from({ length: 10 }, () => missing), () => says('I give up.')]);
  await repeated.send('Go');
  const failed = await repeated.turn('failed');
  expect(failed.turn).toMatchObject({ problem: { what: 'The agent repeated the same failing step.' } });
  expect(repeated.prompts).toHaveLength(5);
  await repeated.client.workspace.resume({ workspaceId: repeated.workspace.id });
  await expect.poll(() => repeated.prompts.length).toBe(10);
});
