import { expect, test } from 'vitest';
import { callsTools, says, scriptedAgent } from '../../../test/main/agents/model/scripted-agent.ts';
import { said, startChat } from '../../../test/main/start-chat.ts';
import { testApp, toolParts, watchChat } from '../../../test/main/test-app.ts';

const step = (text: string, status: string) => ({ text, status });
const first = { items: [step('Look around', 'in_progress'), step('Write it', 'pending')] };
const second = { items: [step('Look around', 'completed'), step('Write it', 'in_progress')] };

test('the newest list is the one of the chat, for its windows, and after a restart', async () => {
  const { chat, send, turn, workspace, dataDir, close, tools } = await startChat([
    () => callsTools(['c1', 'todo', first]),
    () => callsTools(['c2', 'todo', second]),
    () => says('Done.'),
  ]);
  await send('Go');
  const seen = await chat.until(said('Done.'));
  await turn('idle');
  expect(tools[0]).toContain('todo');
  expect(seen.progress).toEqual(second.items);
  expect(toolParts(seen).map(({ result }) => result?.text)).toEqual([
    'The person sees the list: 0 of 2 completed.',
    'The person sees the list: 1 of 2 completed.',
  ]);
  await close();
  const again = testApp(dataDir, scriptedAgent([]));
  const restored = await (await watchChat(again.client, workspace.id)).until(said('Done.'));
  expect(restored.progress).toEqual(second.items);
});

test('an empty list takes it away', async () => {
  const { chat, send, workspace, client } = await startChat([
    () => callsTools(['c1', 'todo', first]),
    () => callsTools(['c2', 'todo', { items: [] }]),
    () => says('Done.'),
  ]);
  await send('Go');
  const seen = await chat.until(said('Done.'));
  expect(seen.progress).toBeUndefined();
  const { state } = await client.workspace.readEnd({ workspaceId: workspace.id });
  expect(state.transcript.progress).toBeUndefined();
});

test('a list of anything else is refused and changes nothing', async () => {
  const { chat, send } = await startChat([
    () => callsTools(['c1', 'todo', first]),
    () => callsTools(['c2', 'todo', { items: [step(' ', 'pending')] }]),
    () => callsTools(['c3', 'todo', { items: [step('x', 'begun')] }]),
    () => says('Done.'),
  ]);
  await send('Go');
  const seen = await chat.until(said('Done.'));
  expect(toolParts(seen).map(({ result }) => result?.ok)).toEqual([true, false, false]);
  expect(seen.progress).toEqual(first.items);
});

test('a list of a message that was sent again goes with it', async () => {
  const { chat, send, turn, client, workspace } = await startChat([
    () => callsTools(['c1', 'todo', first]),
    () => says('Done.'),
    () => says('Otherwise.'),
  ]);
  await send('Go');
  const seen = await chat.until(said('Done.'));
  await turn('idle');
  const messageId = seen.messages[0]?.id;
  if (messageId === undefined) throw new Error('There is no message.');
  await client.workspace.resendMessage({ workspaceId: workspace.id, messageId, key: 'again', text: 'Go on' });
  expect((await chat.until(said('Otherwise.'))).progress).toBeUndefined();
});
