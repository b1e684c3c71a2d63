import { expect, it } from 'vitest';
import type { ParleyNotification } from '../../shared/contract/app-state.ts';
import {
  answerPermission,
  permissionOf,
  waitingPermission,
} from '../../../test/main/permissions/permission-chat.ts';
import { answer, call, previewChat, resultOf, say } from '../../../test/main/previews/preview-chat.ts';
import { untilWorkspace } from '../../../test/main/test-app.ts';

const read = (id = 'r1') => call(id, 'read_file', { path: '.env' });

/** A chat whose model wants to read a file that holds a secret. */
async function asking() {
  const chat = await previewChat({ '.env': 'TOKEN=hunter2\n' }, 'plan');
  chat.server.reply(answer(read()), say('Oh.'));
  await chat.send('Look');
  await waitingPermission(chat, 'r1');
  return chat;
}

it('waits again in the next process, and its answer resumes the turn', async () => {
  const chat = await asking();
  const { id } = await waitingPermission(chat, 'r1');
  await chat.close();
  const next = { ...chat, ...(await chat.restart()) };
  expect((await waitingPermission(next, 'r1')).id).toBe(id);
  await answerPermission(next, 'r1', { choiceId: 'once' });
  const last = await next.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(last, 'r1')?.text).toContain('hunter2');
  await next.turn('idle');
});

it('stands in the list with what it is about, as long as it waits', async () => {
  const chat = await asking();
  const { client, workspaceId } = chat;
  const waiting = await untilWorkspace(client, workspaceId, (now) => now.waiting === 1);
  expect(waiting).toMatchObject({
    waitingFor: ['permission'],
    firstWaiting: {
      what: 'permission',
      subject: 'read',
      asker: 'Claude',
      askedBy: 'agent',
      count: 1,
      words: '.env',
    },
  });
  await answerPermission(chat, 'r1', { choiceId: 'no' });
  await untilWorkspace(client, workspaceId, (now) => now.waiting === 0);
});

/** Returns the first notification of a chat whose model wants to read a file that holds a secret. */
async function notificationOfReading(path: string): Promise<ParleyNotification | undefined> {
  const chat = await previewChat({ [path]: 'TOKEN=hunter2\n' }, 'plan');
  const items = await chat.client.app.watch({});
  chat.server.reply(answer(call('r1', 'read_file', { path })), say('Oh.'));
  await chat.send('Look');
  for await (const item of items)
    if (item.type === 'event' && item.event.type === 'notification') return item.event.notification;
  return undefined;
}

it('notifies, with what it is about', async () => {
  expect(await notificationOfReading('.env')).toMatchObject({
    kind: 'needs-you',
    toolCallId: 'r1',
    title: 'Claude · Look',
    body: 'Wants to read a file that may hold secrets: .env',
  });
});

it('is notified in as many characters as a notification shows, and says so where that is not all', async () => {
  const folder = '🙂'.repeat(50);
  const notification = await notificationOfReading(`${folder}/${folder}/.env`);
  expect(notification?.body.length).toBeLessThanOrEqual(200);
  expect(notification?.body).toMatch(/^Wants to read a file that may hold secrets: 🙂+\/🙂+…$/u);
});

it('ends as interrupted when the turn is stopped, and the agent stops after a no that says so', async () => {
  const stopped = await asking();
  await stopped.client.workspace.stop({ workspaceId: stopped.workspaceId });
  const end = await stopped.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(end, 'r1')?.text).toBe('Interrupted');
  expect(permissionOf(end, 'r1')?.settlement?.outcome).toEqual({ type: 'interrupted' });
  const refused = await asking();
  await answerPermission(refused, 'r1', { choiceId: 'no-and-stop' });
  await refused.turn('interrupted');
  const ended = await refused.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(ended, 'r1')?.text).toBe('The user denied this.');
});

it('is run by no message, which follows its result', async () => {
  const chat = await asking();
  await chat.send('Leave it');
  const last = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(last, 'r1')?.text).toBe('User responded in chat; nothing was run');
  expect(JSON.stringify((await chat.body(1)).messages.at(-1))).toContain('Leave it');
});

it('says kindly that somebody else was first, and changes nothing', async () => {
  const chat = await asking();
  const permission = await answerPermission(chat, 'r1', { choiceId: 'no' });
  const { client, workspaceId } = chat;
  const [toolCallId] = [
    ...(await client.workspace.readEnd({ workspaceId })).state.transcript.messages,
  ].flatMap((message) =>
    message.role === 'agent'
      ? message.parts.flatMap((part) => (part.type === 'tool' ? [part.toolCallId] : []))
      : [],
  );
  if (toolCallId === undefined) throw new Error('There is no call.');
  const again = { workspaceId, toolCallId, permissionId: permission.id, answer: { choiceId: 'once' } };
  await expect(client.workspace.answerPermission(again)).rejects.toMatchObject({
    code: 'permission-settled',
  });
});
