import { expect, it } from 'vitest';
import type { AppEvent } from '../../shared/contract/app-state.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { answer, apply, asked, call, previewChat, say } from '../../../test/main/previews/preview-chat.ts';
import { untilWorkspace } from '../../../test/main/test-app.ts';

const edit = (id: string, path: string) =>
  call(id, 'edit_file', { path, edits: [{ oldText: 'two', newText: 'deux' }] });

/** A chat over two files, and every event the app emitted since. */
async function watchedChat() {
  const chat = await previewChat({ 'a.txt': 'one\ntwo\n', 'b.txt': 'two\n' });
  const events: AppEvent[] = [];
  const feed = await chat.client.app.watch({});
  const following = (async () => {
    for await (const item of feed) if (item.type === 'event') events.push(item.event);
  })();
  following.catch(() => undefined);
  const until = (condition: (workspace: Workspace) => boolean) =>
    untilWorkspace(chat.client, chat.workspaceId, condition);
  const notifications = () =>
    events.flatMap((event) =>
      event.type === 'notification' && event.notification.kind === 'needs-you' ? [event.notification] : [],
    );
  const waited = () =>
    events.flatMap((event) => (event.type === 'workspace-changed' ? [event.workspace.waiting] : []));
  return { ...chat, until, notifications, waited };
}

it('counts a preview as waiting until it is decided, and tells of it once', async () => {
  const chat = await watchedChat();
  chat.server.reply(answer(edit('e1', 'a.txt'), edit('e2', 'b.txt')), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  expect(await chat.until(({ waiting }) => waiting === 1)).toMatchObject({ waitingFor: ['edit'] });
  await chat.decide({ type: 'apply' });
  expect(await chat.until(({ turn }) => turn.status === 'idle')).toMatchObject({
    waiting: 0,
    waitingFor: [],
  });
  expect(chat.notifications()).toEqual([
    {
      kind: 'needs-you',
      workspaceId: chat.workspaceId,
      toolCallId: 'e1',
      title: 'Claude · Go',
      body: 'Needs you: Change 2 files',
    },
  ]);
});

it('waits for nobody where the agent may apply edits by itself', async () => {
  const chat = await watchedChat();
  await chat.client.workspace.setApprovals({ workspaceId: chat.workspaceId, approvals: 'auto-edits' });
  chat.server.reply(answer(edit('e1', 'a.txt')), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.body(2);
  await chat.turn('idle');
  expect(Math.max(...chat.waited())).toBe(0);
  expect(chat.notifications()).toEqual([]);
});

it('waits for the person also there, once the agent has left a preview behind', async () => {
  const chat = await watchedChat();
  await chat.client.workspace.setApprovals({ workspaceId: chat.workspaceId, approvals: 'auto-edits' });
  chat.server.reply(answer(edit('e1', 'a.txt')), say('Hm.'), say('Hm.'), say('Hm.'));
  await chat.send('Go');
  expect(await chat.until(({ waiting }) => waiting === 1)).toMatchObject({ waitingFor: ['edit'] });
  await chat.turn('idle');
  expect(chat.notifications()).toHaveLength(1);
});
