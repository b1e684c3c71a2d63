import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChat } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { parseShowTarget, showInWindow } from './show-request.ts';

async function openDesktop() {
  const { app } = await startChat([]);
  const done: unknown[] = [];
  const show = showInWindow(app, {
    show: () => void done.push('shown'),
    send: (message) => void done.push(message),
  });
  return { app, done, show };
}

test('a folder is opened as a workspace, and the window comes to the front', async () => {
  const { app, done, show } = await openDesktop();
  const folder = temporaryFolder();
  expect(await show({ workspace: folder })).toBeUndefined();
  expect(app.state().workspaces.map((workspace) => workspace.folder)).toContain(folder);
  expect(done).toEqual(['shown']);
});

test('a folder that cannot be opened is told of in words', async () => {
  const { done, show } = await openDesktop();
  expect(await show({ workspace: join(temporaryFolder(), 'missing') })).toMatch(/missing/);
  expect(done).toEqual(['shown']);
});

test('a link is sent to the page, which opens it or says where it leads', async () => {
  const { done, show } = await openDesktop();
  for (const link of ['parley://workspace/nowhere', 'parley:nonsense'])
    expect(await show({ link })).toBeUndefined();
  expect(done).toEqual([
    { type: 'link', link: 'parley://workspace/nowhere' },
    { type: 'link', link: 'parley:nonsense' },
  ]);
});

test('a second start hands over a folder, a link, or nothing that makes sense', () => {
  expect(parseShowTarget({ workspace: '/w', link: 'parley://workspace/a', more: 1 })).toEqual({
    workspace: '/w',
    link: 'parley://workspace/a',
  });
  expect(parseShowTarget({ workspace: undefined, link: 'parley://workspace/a' })).toEqual({
    link: 'parley://workspace/a',
  });
  for (const data of [null, undefined, 'text', { workspace: 7 }]) expect(parseShowTarget(data)).toEqual({});
});
