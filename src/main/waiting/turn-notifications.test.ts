import { expect, test } from 'vitest';
import type { AppEvent } from '../../shared/contract/app-state.ts';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import { ask, startChat, waits } from '../../../test/main/start-chat.ts';

/** A chat, and what was notified about it. */
async function notified(...scripts: Parameters<typeof startChat>[0]) {
  const chat = await startChat(scripts);
  const events: AppEvent[] = [];
  const stop = new AbortController();
  const feed = await chat.client.app.watch({}, { signal: stop.signal });
  void (async () => {
    for await (const item of feed) if (item.type === 'event') events.push(item.event);
  })().catch(() => undefined);
  const notifications = () =>
    events.flatMap((event) => (event.type === 'notification' ? [event.notification] : []));
  return { ...chat, notifications, stop };
}

test('a turn that finished is told with its agent and chat, and leads to the chat', async () => {
  const { send, notifications, workspace, stop } = await notified(() => says('All done.'));
  await send('Go');
  await expect.poll(notifications).toEqual([
    {
      kind: 'finished',
      workspaceId: workspace.id,
      toolCallId: null,
      title: 'Parley · Go',
      body: 'Finished',
    },
  ]);
  stop.abort();
});

test('a turn that failed is told with what happened', async () => {
  const { send, notifications, stop } = await notified();
  await send('Go');
  await expect.poll(() => notifications().map(({ kind }) => kind)).toEqual(['failed']);
  expect(notifications()[0]?.body).toMatch(/\.$/);
  stop.abort();
});

test('a turn that the person stopped is not told, nor one that waits', async () => {
  const { send, notifications, chat, client, workspace, turn, stop } = await notified(
    () => callsTools(['a', 'ask_user_question', ask('Which?')]),
    () => says('All done.'),
  );
  await send('Go');
  await chat.until(waits(1));
  await expect.poll(() => notifications().length).toBe(1);
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  await send('On');
  await turn('idle');
  await expect.poll(() => notifications().map(({ kind }) => kind)).toEqual(['needs-you', 'finished']);
  stop.abort();
});
