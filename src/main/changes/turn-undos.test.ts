import { renameSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import { watchDisk } from '../../../test/main/folder/disk-steps.ts';
import {
  actionsOf,
  answer,
  apply,
  call,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { treeOf } from '../../../test/main/folder/tree.ts';

function agentMessage({ messages }: Transcript) {
  const found = messages.find((message) => message.role === 'agent');
  if (found?.role !== 'agent') throw new Error('The agent said nothing.');
  return found;
}

const first = [
  call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] }),
  call('w1', 'write_file', { path: 'n/b.txt', content: 'b\n' }),
];
const second = [
  call('e2', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'one', newText: 'un' }] }),
  call('d1', 'delete_file', { path: 'c.txt' }),
];

/** A chat whose agent changed three files in one turn, by two previews that share one of them. */
async function changed() {
  const chat = await previewChat({ 'a.txt': 'one\ntwo\nthree\n', 'c.txt': 'c\n' });
  const before = treeOf(chat.folder);
  chat.server.reply(answer(...first), apply('r1'), answer(...second), apply('r2'), say('Done.'));
  await chat.send('Go');
  for (const index of [0, 1]) {
    await chat.chat.until((seen) => (actionsOf(seen)[index]?.request ?? null) !== null);
    await chat.decide({ type: 'apply' }, index);
  }
  await chat.turn('idle');
  await chat.chat.until((seen) => agentMessage(seen).changes?.files.length === 3);
  const { workspaceId, client } = chat;
  const ofTurn = { workspaceId, messageId: agentMessage(chat.chat.transcript()).id };
  return {
    ...chat,
    before,
    after: treeOf(chat.folder),
    changes: () => agentMessage(chat.chat.transcript()).changes,
    readTurn: async (of = client) => (await of.workspace.readTurnChanges(ofTurn)).files,
    undoTurn: (of = client, paths = ['a.txt', 'c.txt', 'n/b.txt']) =>
      of.workspace.undoTurn({ ...ofTurn, paths }),
  };
}

it('lists each file once with its lines, also after a restart', async () => {
  const chat = await changed();
  const files = [
    { path: 'a.txt', change: 'changed', added: 2, removed: 2 },
    { path: 'c.txt', change: 'deleted', added: 0, removed: 1 },
    { path: 'n/b.txt', change: 'created', added: 1, removed: 0 },
  ];
  expect(chat.changes()).toEqual({ files, ranCommands: false, unseen: [], undo: null });
  await chat.close();
  const next = await chat.restart();
  const seen = await next.chat.until(({ messages }) => messages.length > 1);
  expect(agentMessage(seen).changes?.files).toEqual(files);
  const [a] = await chat.readTurn(next.client);
  expect(a?.hunks[0]?.lines).toEqual(['-one', '-two', '+un', '+deux', ' three']);
});

it('puts all files back once, says so on the cards and in the record, and tells the model once', async () => {
  const chat = await changed();
  await Promise.all([chat.undoTurn(), chat.undoTurn()]);
  expect(treeOf(chat.folder)).toEqual(chat.before);
  await chat.chat.until((seen) =>
    actionsOf(seen).every(({ outcome }) => outcome?.type === 'applied' && outcome.undone),
  );
  expect(chat.changes()).toMatchObject({
    files: [],
    undo: { undone: ['a.txt', 'c.txt', 'n/b.txt'], left: [] },
  });
  expect(actionsOf(chat.chat.transcript()).map(({ outcome }) => outcome)).toMatchObject([
    { type: 'applied', undone: true },
    { type: 'applied', undone: true },
  ]);
  const { entries } = await chat.client.ledger.search({ query: '' });
  expect(entries.find(({ tool }) => tool === null)).toMatchObject({
    label: 'Changes of a turn in 3 files',
    settlement: { outcome: { undone: true } },
    files: [{ path: 'a.txt' }, { path: 'c.txt' }, { path: 'n/b.txt' }],
  });
  chat.server.reply(say('I see.'));
  await chat.send('And now?');
  const told =
    'The user undid the changes of a turn. These files are as they were before it: a.txt, c.txt, n/b.txt.';
  expect(JSON.stringify((await chat.body(5)).messages).split(told)).toHaveLength(2);
});

it('undoes what is ticked, and what was left later: the list, the cards and the record say so', async () => {
  const chat = await changed();
  await chat.undoTurn(chat.client, ['a.txt']);
  expect(chat.read('a.txt')).toBe('one\ntwo\nthree\n');
  expect(chat.read('n/b.txt')).toBe('b\n');
  await chat.chat.until((seen) => (agentMessage(seen).changes?.undo ?? null) !== null);
  expect(chat.changes()).toMatchObject({
    files: [{ path: 'c.txt' }, { path: 'n/b.txt' }],
    undo: { undone: ['a.txt'], left: [] },
  });
  await chat.undoTurn(chat.client, ['c.txt', 'n/b.txt']);
  expect(treeOf(chat.folder)).toEqual(chat.before);
  await chat.chat.until((seen) => agentMessage(seen).changes?.files.length === 0);
  expect(chat.changes()?.undo?.undone).toEqual(['a.txt', 'c.txt', 'n/b.txt']);
  await chat.chat.until((seen) =>
    actionsOf(seen).every(({ outcome }) => outcome?.type === 'applied' && outcome.undone),
  );
  const { entries } = await chat.client.ledger.search({ query: '' });
  expect(entries.flatMap((entry) => ('label' in entry && entry.tool === null ? [entry.label] : []))).toEqual([
    'Changes of a turn in 2 files',
    'Changes of a turn in 1 file',
  ]);
});

it('undoes other files of a turn after those that were asked for first', async () => {
  const chat = await changed();
  await Promise.all([
    chat.undoTurn(chat.client, ['a.txt']),
    chat.undoTurn(chat.client, ['c.txt', 'n/b.txt']),
  ]);
  expect(treeOf(chat.folder)).toEqual(chat.before);
});

it('leaves what was changed since, and says so file by file', async () => {
  const chat = await changed();
  writeFileSync(chat.pathOf('n/b.txt'), 'mine\n');
  expect((await chat.readTurn()).filter(({ inWay }) => inWay).map(({ path }) => path)).toEqual(['n/b.txt']);
  await chat.undoTurn();
  const { 'a.txt': a, 'c.txt': c } = treeOf(chat.folder);
  expect({ 'a.txt': a, 'c.txt': c }).toEqual(chat.before);
  expect(chat.read('n/b.txt')).toBe('mine\n');
  await chat.chat.until(
    (seen) =>
      actionsOf(seen)[1]?.outcome?.type === 'applied' && (agentMessage(seen).changes?.undo ?? null) !== null,
  );
  expect(chat.changes()).toMatchObject({
    files: [{ path: 'n/b.txt' }],
    undo: { undone: ['a.txt', 'c.txt'], left: ['n/b.txt'] },
  });
  expect(actionsOf(chat.chat.transcript()).map(({ outcome }) => outcome)).toMatchObject([
    { undone: false },
    { undone: true },
  ]);
});

it('refuses where every file was changed since, and names them', async () => {
  const chat = await changed();
  for (const path of ['a.txt', 'c.txt', 'n/b.txt']) writeFileSync(chat.pathOf(path), 'mine\n');
  await expect(chat.undoTurn()).rejects.toMatchObject({
    code: 'undo-refused',
    message: 'a.txt, c.txt, n/b.txt changed after this turn, so nothing was undone.',
  });
  expect(chat.changes()?.undo).toBeNull();
});

it('lists a change again that was undone with its turn and applied again since', async () => {
  const chat = await changed();
  await chat.undoTurn();
  const { workspaceId, client } = chat;
  await client.workspace.redoPreview({ workspaceId, actionId: chat.action(0).id });
  await chat.chat.until((seen) => agentMessage(seen).changes?.files.length === 2);
  expect(chat.changes()).toMatchObject({
    files: [{ path: 'a.txt' }, { path: 'n/b.txt' }],
    undo: { undone: ['c.txt'] },
  });
});

it('comes to its end when it is asked for again, where its end could not be stored at first', async () => {
  const chat = await changed();
  const mend = breakTable(chat.dataDir, 'INSERT ON ledger');
  await expect(chat.undoTurn()).rejects.toThrow('no room');
  expect(treeOf(chat.folder)).toEqual(chat.before);
  mend();
  await chat.undoTurn();
  expect(treeOf(chat.folder)).toEqual(chat.before);
  await chat.chat.until((seen) => (agentMessage(seen).changes?.undo ?? null) !== null);
  expect(chat.changes()).toMatchObject({
    files: [],
    undo: { undone: ['a.txt', 'c.txt', 'n/b.txt'], left: [] },
  });
});

it('leaves a change undone that is undone by itself meanwhile', async () => {
  const chat = await changed();
  const { workspaceId, client } = chat;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  onTestFinished(
    await watchDisk(async ({ name }) => {
      if (name !== 'rename') return;
      reached.resolve();
      await released.promise;
    }),
  );
  const undoneTurn = chat.undoTurn();
  await reached.promise;
  const undone = client.workspace.undoPreview({ workspaceId, actionId: chat.action(1).id });
  await chat.chat.until((seen) =>
    actionsOf(seen).some(({ state }) => state.type === 'ended' && state.undoing),
  );
  released.resolve();
  await Promise.all([undoneTurn, undone]);
  expect(treeOf(chat.folder)).toEqual(chat.before);
  await chat.chat.until((seen) =>
    actionsOf(seen).every(({ outcome }) => outcome?.type === 'applied' && outcome.undone),
  );
});

it('that was cut off while its folder is elsewhere comes to its end once it is there again', async () => {
  const chat = await changed();
  const { id: messageId } = agentMessage(chat.chat.transcript());
  await chat.close();
  const stores = storesIn(chat.dataDir);
  const stored = stores.turnChanges.get(messageId);
  if (stored === undefined) throw new Error('The turn changed nothing.');
  const files = [
    { path: 'a.txt', before: 'one\ntwo\nthree\n', after: 'un\ndeux\nthree\n' },
    { path: 'n/b.txt', before: null, after: 'b\n', folders: ['n'] },
    { path: 'c.txt', before: 'c\n', after: null },
  ];
  stores.turnChanges.save({ ...stored, undo: { type: 'undoing', files, left: [], before: null } });
  stores.close();
  writeFileSync(chat.pathOf('a.txt'), 'one\ntwo\nthree\n');
  const elsewhere = `${chat.folder}-elsewhere`;
  renameSync(chat.folder, elsewhere);
  const meanwhile = await chat.restart();
  await expect(chat.undoTurn(meanwhile.client)).rejects.toMatchObject({ code: 'undo-refused' });
  await meanwhile.close();
  renameSync(elsewhere, chat.folder);
  const next = await chat.restart();
  await chat.undoTurn(next.client);
  expect(treeOf(chat.folder)).toEqual(chat.before);
  const isUndone = (now: Transcript) => now.messages.length > 1 && !!agentMessage(now).changes?.undo;
  const seen = await next.chat.until(isUndone);
  expect(agentMessage(seen).changes?.undo).toMatchObject({ undone: ['a.txt', 'n/b.txt', 'c.txt'], left: [] });
});
