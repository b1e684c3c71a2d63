import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { watchDisk } from '../../../test/main/folder/disk-steps.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import { treeOf } from '../../../test/main/folder/tree.ts';

const calls = [
  call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] }),
  call('w1', 'write_file', { path: 'n/b.txt', content: 'b\n' }),
  call('d1', 'delete_file', { path: 'c.txt' }),
];

/** A chat in which a change of three files was applied; `before` and `after` are the folder's states. */
async function applied() {
  const chat = await previewChat({ 'a.txt': 'one\ntwo\n', 'c.txt': 'c\n' });
  const before = treeOf(chat.folder);
  chat.server.reply(answer(...calls), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  const { workspaceId, client } = chat;
  const { id: actionId } = chat.action();
  const undo = (of = client) => of.workspace.undoPreview({ workspaceId, actionId });
  const redo = (of = client) => of.workspace.redoPreview({ workspaceId, actionId });
  const inWay = async () => (await client.workspace.filesInWay({ workspaceId, actionId })).paths;
  return { ...chat, before, after: treeOf(chat.folder), undo, redo, inWay };
}

const told = 'About the preview “Change 3 files”: The user undid it; the files are as they were before.';

it('puts all files back once, however often and at once it is asked for, and tells the model once', async () => {
  const chat = await applied();
  await Promise.all([chat.undo(), chat.undo(), chat.undo()]);
  await chat.undo();
  expect(treeOf(chat.folder)).toEqual(chat.before);
  await chat.send('And now?');
  expect(JSON.stringify((await chat.body(3)).messages).split(told)).toHaveLength(2);
  await chat.chat.until((now) =>
    actionsOf(now).some(({ outcome }) => outcome?.type === 'applied' && outcome.undone),
  );
});

it.each([
  ['a.txt', 'mine\n'],
  ['n/b.txt', 'mine\n'],
  ['c.txt', 'mine\n'],
])('changes none where somebody changed %s since, and names it', async (path, text) => {
  const chat = await applied();
  writeFileSync(chat.pathOf(path), text);
  const now = treeOf(chat.folder);
  const problem = `${path} was changed after this was applied, so nothing was undone.`;
  await expect(chat.undo()).rejects.toMatchObject({ code: 'undo-refused', message: problem });
  expect(treeOf(chat.folder)).toEqual(now);
  await chat.chat.until((seen) => actionsOf(seen)[0]?.outcome?.type === 'applied');
  expect(chat.action().outcome).toMatchObject({ undone: false });
});

it.each(['rename', 'link', 'unlink'])(
  'changes none where the disk fails at a %s, and can be tried again',
  async (step) => {
    const chat = await applied();
    let isDue = true;
    const letGo = await watchDisk(async ({ name, values }) => {
      if (!isDue || name !== step || String(values[0]).endsWith('.tmp') === (step === 'unlink')) return;
      isDue = false;
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    });
    onTestFinished(letGo);
    await expect(chat.undo()).rejects.toMatchObject({ code: 'undo-refused' });
    letGo();
    expect(isDue).toBe(false);
    expect(treeOf(chat.folder)).toEqual(chat.after);
    await chat.undo();
    expect(treeOf(chat.folder)).toEqual(chat.before);
  },
);

it('is there after a restart, and refuses what is not applied', async () => {
  const chat = await applied();
  await chat.close();
  const next = await chat.restart();
  await chat.undo(next.client);
  expect(existsSync(chat.pathOf('n'))).toBe(false);
  expect(readFileSync(chat.pathOf('c.txt'), 'utf8')).toBe('c\n');
  chat.server.reply(answer(...calls.slice(0, 1)), apply('r2'));
  await next.send('Again');
  const seen = await next.chat.until((now) => actionsOf(now).length === 2);
  const actionId = actionsOf(seen)[1]?.id ?? next.action().id;
  const waiting = next.client.workspace.undoPreview({ workspaceId: chat.workspaceId, actionId });
  await expect(waiting).rejects.toMatchObject({
    code: 'undo-refused',
    message: 'This change is not applied.',
  });
});

const toldAgain =
  'About the preview “Change 3 files”: The user applied it again; the files are as it has them.';

it('applies all files again once, tells the model once, and can be undone again', async () => {
  const chat = await applied();
  await chat.undo();
  await Promise.all([chat.redo(), chat.redo()]);
  await chat.redo();
  expect(treeOf(chat.folder)).toEqual(chat.after);
  await chat.chat.until((now) =>
    actionsOf(now).some(({ outcome }) => outcome?.type === 'applied' && !outcome.undone),
  );
  await chat.send('And now?');
  expect(JSON.stringify((await chat.body(3)).messages).split(toldAgain)).toHaveLength(2);
  await chat.undo();
  expect(treeOf(chat.folder)).toEqual(chat.before);
});

it('applies none again where somebody changed a file since, names it before and then, and can be tried again', async () => {
  const chat = await applied();
  await chat.undo();
  expect(await chat.inWay()).toEqual([]);
  writeFileSync(chat.pathOf('a.txt'), 'mine\n');
  const now = treeOf(chat.folder);
  expect(await chat.inWay()).toEqual(['a.txt']);
  const problem = 'a.txt was changed after this was undone, so nothing was applied.';
  await expect(chat.redo()).rejects.toMatchObject({ code: 'undo-refused', message: problem });
  expect(treeOf(chat.folder)).toEqual(now);
  writeFileSync(chat.pathOf('a.txt'), 'one\ntwo\n');
  await chat.redo();
  expect(treeOf(chat.folder)).toEqual(chat.after);
});

it('takes an undo and another apply at once one after the other, and comes to the later one', async () => {
  const chat = await applied();
  await Promise.all([chat.undo(), chat.redo()]);
  expect(treeOf(chat.folder)).toEqual(chat.after);
});

it('brings an apply that was cut off to its end with the next start', async () => {
  const chat = await applied();
  await chat.undo();
  const hang = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const letGo = await watchDisk(async ({ name }) => {
    if (name !== 'rename') return;
    reached.resolve();
    await hang.promise;
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  onTestFinished(letGo);
  const cutOff = chat.redo().catch(() => undefined);
  await reached.promise;
  const { dataDir } = chat;
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  letGo();
  hang.resolve();
  await cutOff;
  await chat.close();
  const next = await chat.restart(copy);
  await next.chat.until((now) =>
    actionsOf(now).some(
      ({ state, outcome }) => outcome?.type === 'applied' && !outcome.undone && state.type === 'ended',
    ),
  );
  expect(treeOf(chat.folder)).toEqual(chat.after);
});
