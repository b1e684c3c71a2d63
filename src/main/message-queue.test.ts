import { expect, test } from 'vitest';
import type { UserMessage } from '../shared/transcript/transcript.ts';
import { says } from '../../test/main/agents/model/scripted-agent.ts';
import { startChat } from '../../test/main/start-chat.ts';
import { testApp, watchChat } from '../../test/main/test-app.ts';

/** A chat whose agent works until the gate opens, with one message in its queue. */
async function chatWithQueue() {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const chat = await startChat([
    async () => {
      begun.resolve();
      await gate.promise;
      return says('First.');
    },
    () => says('Second.'),
  ]);
  await chat.send('Go');
  await begun.promise;
  await chat.send('and this', 'queued');
  const { messages } = await chat.chat.until((seen) => queuedOf(seen.messages).length === 1);
  const [queued] = queuedOf(messages);
  if (queued === undefined) throw new Error('Nothing is queued.');
  return { ...chat, gate, queued, of: { workspaceId: chat.workspace.id, messageId: queued.id } };
}

const queuedOf = (messages: readonly { role: string }[]) =>
  messages.filter((message): message is UserMessage => 'queued' in message && message.queued === true);

test('a message taken out of the queue is gone for the agent, every window and good', async () => {
  const { client, of, gate, turn, prompts, chat, send } = await chatWithQueue();
  await client.workspace.withdrawMessage({ ...of, key: 'a' });
  await client.workspace.withdrawMessage({ ...of, key: 'a' });
  await expect(client.workspace.withdrawMessage({ ...of, key: 'b' })).rejects.toMatchObject({
    code: 'not-queued',
  });
  await chat.until(({ messages }) => queuedOf(messages).length === 0);
  await send('and this', 'queued');
  gate.resolve();
  await turn('idle');
  expect(prompts).toHaveLength(1);
});

test('a message withdrawn to be edited is the unsent one, also after a restart', async () => {
  const { client, of, close, dataDir } = await chatWithQueue();
  await client.workspace.withdrawMessage({ ...of, key: 'a', draft: 'and this\ntyped' });
  await close();
  const { client: restarted } = testApp(dataDir, {});
  for await (const item of await restarted.workspace.watch({ workspaceId: of.workspaceId })) {
    expect(item).toMatchObject({ state: { messageDraft: 'and this\ntyped' } });
    break;
  }
});

test('what the agent has can no longer be withdrawn, and the unsent message stays', async () => {
  const { client, of, gate, turn, chat } = await chatWithQueue();
  gate.resolve();
  await chat.until(({ messages }) => queuedOf(messages).length === 0);
  await turn('idle');
  await client.workspace.saveMessageDraft({ workspaceId: of.workspaceId, text: 'mine' });
  const late = client.workspace.withdrawMessage({ ...of, key: 'a', draft: 'and this' });
  await expect(late).rejects.toMatchObject({ code: 'already-delivered' });
  const again = await watchChat(client, of.workspaceId);
  await again.until(({ messages }) => messages.some(({ id }) => id === of.messageId));
  for await (const item of await client.workspace.watch({ workspaceId: of.workspaceId })) {
    expect(item).toMatchObject({ state: { messageDraft: 'mine' } });
    break;
  }
});

test('a queue is there after a restart, and can be changed there', async () => {
  const { of, close, dataDir } = await chatWithQueue();
  await close();
  const { client } = testApp(dataDir, {});
  const chat = await watchChat(client, of.workspaceId);
  await chat.until(({ messages }) => queuedOf(messages).length === 1);
  await client.workspace.withdrawMessage({ ...of, key: 'a' });
  const { messages } = await chat.until((seen) => queuedOf(seen.messages).length === 0);
  expect(messages.map(({ id }) => id)).not.toContain(of.messageId);
});

test('a message sent now stops what the agent does and is what it reads next', async () => {
  const { client, of, turn, prompts, chat } = await chatWithQueue();
  await client.workspace.sendQueuedNow(of);
  const { messages } = await chat.until((seen) => queuedOf(seen.messages).length === 0);
  expect(messages.map(({ role }) => role).slice(0, 3)).toContain('user');
  await turn('idle');
  expect(prompts).toHaveLength(2);
  expect(JSON.stringify(prompts[1])).toContain('and this');
  await client.workspace.sendQueuedNow(of);
  expect(prompts, 'one that was read changes nothing').toHaveLength(2);
});

test('after a stop a queued message is sent now by going on with it', async () => {
  const { client, of, turn, prompts, chat } = await chatWithQueue();
  await client.workspace.stop({ workspaceId: of.workspaceId });
  await turn('interrupted');
  await client.workspace.sendQueuedNow(of);
  await chat.until((seen) => queuedOf(seen.messages).length === 0);
  await turn('idle');
  expect(JSON.stringify(prompts.at(-1))).toContain('and this');
});

test('a message sent right after another is read by the agent without a third', async () => {
  const { send, turn, prompts } = await startChat([() => says('First.'), () => says('Second.')]);
  await send('Go');
  await send('and this');
  await turn('idle');
  expect(JSON.stringify(prompts.at(-1))).toContain('and this');
});
