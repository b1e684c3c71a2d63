import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { untilWorkspace } from '../../../../test/main/test-app.ts';

const shown = ({ messages }: Transcript) =>
  messages.map((message) =>
    message.role === 'user'
      ? `you: ${message.text}`
      : message.parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join(''),
  );

/** Has the scripted agent work until a message comes into its turn, and gives it one at once. */
async function sendNow(env: Record<string, string>) {
  const started = await startExternalChat({ env });
  const { chat, client, workspace, send } = started;
  const workspaceId = workspace.id;
  await send('steered');
  await chat.until(said('Working.'));
  await send('Use SQLite.');
  const queued = await chat.until(({ messages }) =>
    messages.some((one) => one.role === 'user' && one.queued),
  );
  const message = queued.messages.find((one) => one.role === 'user' && one.queued);
  if (message === undefined) throw new Error('Nothing is queued.');
  await client.workspace.sendQueuedNow({ workspaceId, messageId: message.id });
  return started;
}

test('a message reaches an agent that takes it within its turn, and what follows stands below it', async () => {
  const { chat, client, workspace, turn } = await sendNow({ STEERS: 'yes' });
  const now = await chat.until(said('Heard within the turn'));
  expect(shown(now)).toEqual([
    'you: steered',
    'Working.',
    'you: Use SQLite.',
    'Heard within the turn: Use SQLite.',
  ]);
  await turn('idle');
  const { agent } = await untilWorkspace(client, workspace.id, () => true);
  expect(agent.steers).toBe(true);
});

test('a message within the turn is not told again with the next prompt', async () => {
  const { chat, send, turn } = await sendNow({ STEERS: 'yes' });
  await turn('idle');
  await send('And a test.');
  await turn('idle');
  const now = await chat.until(said('Heard: '));
  expect(shown(now).slice(-2)).toEqual(['you: And a test.', 'Heard: And a test.']);
});

test.each([
  ['an agent that does not take it so', {}],
  ['an agent that could not take it', { STEERS: 'no' }],
])('a message that is sent at once to %s ends its turn and is the next prompt', async (_, env) => {
  const { chat, turn } = await sendNow(env);
  const now = await chat.until(said('Heard: Use SQLite.'));
  expect(shown(now)).toEqual(['you: steered', 'Working.', 'you: Use SQLite.', 'Heard: Use SQLite.']);
  await turn('idle');
});

test('the next prompt after a message within the turn goes to the same session', async () => {
  const { chat, send, turn } = await sendNow({ STEERS: 'yes' });
  await turn('idle');
  await send('hello');
  await turn('idle');
  await chat.until(said('Hello from the script.'));
  expect(shown(chat.transcript()).join('\n')).not.toContain('conversation');
});

test('a message that is written while the agent starts is heard', async () => {
  const go = join(temporaryFolder(), 'go');
  const { chat, send, turn, agents } = await startExternalChat({ env: { GO: go } });
  await send('One thing.');
  await expect.poll(agents).toHaveLength(1);
  await send('And another.');
  writeFileSync(go, '');
  const now = await chat.until(said('And another.'));
  expect(shown(now).join('\n')).toContain('Heard: One thing.\nAnd another.');
  await turn('idle');
});
