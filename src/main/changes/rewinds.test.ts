import { renameSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { treeOf } from '../../../test/main/folder/tree.ts';
import {
  actionsOf,
  answer,
  apply,
  call,
  leftAlone,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import { unsentText, untilWorkspace } from '../../../test/main/test-app.ts';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import type { ParleyClient } from '../../shared/contract/contract.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Message, Transcript } from '../../shared/transcript/transcript.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';

const textsOf = ({ messages }: Transcript) =>
  messages.map((message) =>
    message.role === 'user'
      ? message.text
      : message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  );

const change = (id: string, oldText: string, newText: string) =>
  call(id, 'edit_file', { path: 'a.txt', edits: [{ oldText, newText }] });

/** A chat of two turns, each of which changed files. */
async function twoTurns() {
  const chat = await previewChat({ 'a.txt': 'one\ntwo\n', 'c.txt': 'c\n' });
  const trees = [treeOf(chat.folder)];
  const turn = async (text: string, index: number, ...calls: ReturnType<typeof call>[]) => {
    chat.server.reply(answer(...calls), apply(`r${index}`), say(`Did ${text}.`));
    await chat.send(text);
    await chat.chat.until((seen) => (actionsOf(seen)[index]?.request ?? null) !== null);
    await chat.decide({ type: 'apply' }, index);
    await chat.chat.until((seen) => textsOf(seen).at(-1)?.endsWith(`Did ${text}.`) === true);
    await chat.turn('idle');
    trees.push(treeOf(chat.folder));
  };
  await turn('First', 0, change('e1', 'two', 'deux'));
  await turn(
    'Second',
    1,
    change('e2', 'deux', 'zwei'),
    call('w1', 'write_file', { path: 'n/b.txt', content: 'b\n' }),
    call('d1', 'delete_file', { path: 'c.txt' }),
  );
  const { workspaceId } = chat;
  const messageOf = (text: string): Message['id'] => {
    const found = chat.chat
      .transcript()
      .messages.find((message) => message.role === 'user' && message.text === text);
    if (found === undefined) throw new Error(`Nobody said ${text}.`);
    return found.id;
  };
  const ids = { First: messageOf('First'), Second: messageOf('Second') };
  return {
    ...chat,
    trees,
    ids,
    readRewind: async (text: keyof typeof ids, of = chat.client) =>
      (await of.workspace.readRewind({ workspaceId, messageId: ids[text] })).files,
    rewind: (text: keyof typeof ids, paths: string[], of = chat.client) =>
      of.workspace.rewind({ workspaceId, messageId: ids[text], paths }),
    undoRewind: (of = chat.client) => of.workspace.undoRewind({ workspaceId }),
  };
}

const untilRested = (client: ParleyClient, id: WorkspaceId) =>
  untilWorkspace(client, id, ({ turn }) => turn.status !== 'working');

const all = ['a.txt', 'c.txt', 'n/b.txt'];

it('goes back to before a message, with the files of every turn since, once; forth again; also over a restart', async () => {
  const chat = await twoTurns();
  const shown = textsOf(chat.chat.transcript());
  expect((await chat.readRewind('First')).map(({ path, change }) => [path, change])).toEqual([
    ['a.txt', 'changed'],
    ['c.txt', 'deleted'],
    ['n/b.txt', 'created'],
  ]);
  expect((await chat.readRewind('Second'))[0]?.hunks[0]?.lines).toEqual([' one', '-deux', '+zwei']);
  await Promise.all([chat.rewind('First', all), chat.rewind('First', all)]);
  expect(treeOf(chat.folder)).toEqual(chat.trees[0]);
  await chat.chat.until(({ messages }) => messages.length === 0);
  await chat.rewind('First', all);
  expect(chat.chat.transcript().rewound).toMatchObject({
    attached: [],
    messageId: chat.ids.First,
    text: 'First',
    files: 3,
    stayed: [],
  });
  await chat.close();
  const next = await chat.restart();
  await next.chat.until(({ rewound }) => rewound?.files === 3);
  await chat.undoRewind(next.client);
  expect(treeOf(chat.folder)).toEqual(chat.trees[2]);
  const seen = await next.chat.until(({ messages }) => messages.length > 0);
  expect(textsOf(seen)).toEqual(shown);
  expect(seen.rewound).toBeUndefined();
  await chat.undoRewind(next.client);
  expect(treeOf(chat.folder)).toEqual(chat.trees[2]);
});

it('goes on with the next message as another version of the one it went back to, which alone the agent reads', async () => {
  const chat = await twoTurns();
  await chat.rewind('Second', all);
  expect(treeOf(chat.folder)).toEqual(chat.trees[1]);
  chat.server.reply(say('Another way.'));
  await chat.send('Third');
  const seen = await chat.chat.until((now) => textsOf(now).at(-1) === 'Another way.');
  expect(textsOf(seen).filter((text) => text !== 'Did First.')).toEqual(['First', 'Third', 'Another way.']);
  expect(seen.rewound).toBeUndefined();
  const third = seen.messages.find((message) => message.role === 'user' && message.text === 'Third');
  expect(third).toMatchObject({ versions: [chat.ids.Second, third?.id] });
  const read = JSON.stringify((await chat.body(6)).messages);
  expect(read).toContain('Third');
  expect(read).not.toContain('Second');
  expect(read).not.toContain('not as they were then');
  await chat.turn('idle');
  // The way that was left: its files stay away, and going back further finds that.
  await chat.undoRewind();
  expect(treeOf(chat.folder)).toEqual(chat.trees[1]);
  expect((await chat.readRewind('First')).map(({ path }) => path)).toEqual(['a.txt']);
  await chat.rewind('First', all);
  expect(treeOf(chat.folder)).toEqual(chat.trees[0]);
});

it('leaves what was changed since and what is not ticked, says so, and tells the agent as it goes on', async () => {
  const chat = await twoTurns();
  writeFileSync(chat.pathOf('a.txt'), 'mine\n');
  expect((await chat.readRewind('Second')).map(({ path, inWay }) => [path, inWay])).toEqual([
    ['a.txt', true],
    ['c.txt', undefined],
    ['n/b.txt', undefined],
  ]);
  await chat.rewind('Second', ['a.txt', 'c.txt']);
  expect(chat.read('a.txt')).toBe('mine\n');
  expect(chat.read('c.txt')).toBe('c\n');
  expect(chat.read('n/b.txt')).toBe('b\n');
  const { rewound } = await chat.chat.until((seen) => seen.rewound !== undefined);
  expect(rewound).toMatchObject({ files: 1, stayed: ['a.txt', 'n/b.txt'] });
  chat.server.reply(say('I see.'));
  await chat.send('Third');
  await chat.chat.until((now) => textsOf(now).at(-1) === 'I see.');
  expect(JSON.stringify((await chat.body(6)).messages)).toContain('not as they were then: a.txt, n/b.txt.');
});

it('stays in the record of decisions as one thing, taken back or not', async () => {
  const chat = await twoTurns();
  const recorded = async () => {
    const { entries } = await chat.client.ledger.search({ query: '' });
    return entries.filter(({ tool }) => tool === null);
  };
  await chat.rewind('Second', all);
  expect(await recorded()).toMatchObject([
    { label: 'Changes since a message in 3 files', settlement: { outcome: { undone: true } } },
  ]);
  await chat.undoRewind();
  expect(await recorded()).toMatchObject([{ settlement: { outcome: { undone: false } } }]);
});

it('changes nothing where it can’t be stored, or where the message is gone', async () => {
  const chat = await twoTurns();
  const mend = breakTable(chat.dataDir, 'INSERT ON rewinds');
  await expect(chat.rewind('First', all)).rejects.toThrow('no room');
  mend();
  expect(treeOf(chat.folder)).toEqual(chat.trees[2]);
  await chat.rewind('First', []);
  expect(treeOf(chat.folder)).toEqual(chat.trees[2]);
  await expect(chat.rewind('Second', all)).rejects.toMatchObject({ code: 'undo-refused' });
});

it.each(['rewinding', 'returning'] as const)(
  'comes to its end at the next start where %s was cut off',
  async (underway) => {
    const chat = await twoTurns();
    if (underway === 'returning') await chat.rewind('First', all);
    await chat.close();
    const stores = storesIn(chat.dataDir);
    const files = [
      { path: 'a.txt', before: 'one\ntwo\n', after: 'one\nzwei\n' },
      { path: 'c.txt', before: 'c\n', after: null },
      { path: 'n/b.txt', before: null, after: 'b\n', folders: ['n'] },
    ];
    const { workspaceId } = chat;
    const shownUntil = stores.branches.newestShown(workspaceId);
    if (underway === 'returning') stores.rewinds.setUnderway(1, 'returning');
    else if (shownUntil !== undefined)
      stores.rewinds.begin({
        workspaceId,
        messageId: chat.ids.First,
        shownUntil,
        files,
        stayed: [],
        at: Date.now(),
      });
    stores.close();
    writeFileSync(chat.pathOf('a.txt'), underway === 'rewinding' ? 'one\ntwo\n' : 'one\nzwei\n');
    const next = await chat.restart();
    await next.chat.until(({ messages, rewound }) =>
      underway === 'rewinding' ? rewound !== undefined : messages.length > 0,
    );
    expect(treeOf(chat.folder)).toEqual(chat.trees[underway === 'rewinding' ? 0 : 2]);
  },
);

it('tells every window of the text and the files that are in the field again', async () => {
  const chat = await previewChat();
  const { workspaceId, client } = chat;
  const data = Buffer.from('one\n').toString('base64');
  const file = { key: 'f', name: 'list.txt', data };
  const { id } = await client.workspace.attach({ workspaceId, ...file });
  chat.server.reply(say('I see.'));
  await client.workspace.sendMessage({ workspaceId, key: 'k', text: 'Look', attachments: [id] });
  const seen = await chat.chat.until((now) => textsOf(now).at(-1) === 'I see.');
  await chat.turn('idle');
  const [message] = seen.messages;
  if (message === undefined) throw new Error('Nobody said anything.');
  await client.workspace.rewind({ workspaceId, messageId: message.id, paths: [] });
  const { rewound } = await chat.chat.until((now) => now.rewound !== undefined);
  expect(rewound).toMatchObject({ text: 'Look', attached: [{ name: 'list.txt', size: 4 }] });
  expect(await unsentText(client, workspaceId)).toBe('Look');
  await client.workspace.undoRewind({ workspaceId });
  expect(await unsentText(client, workspaceId)).toBe('');
});

it('comes to its end when asked for again once its folder is there, and what was sent before that leads on', async () => {
  const chat = await twoTurns();
  await chat.close();
  const stores = storesIn(chat.dataDir);
  const { workspaceId, ids } = chat;
  const shownUntil = stores.branches.newestShown(workspaceId);
  if (shownUntil === undefined) throw new Error('The chat is empty.');
  const files = [{ path: 'n/b.txt', before: null, after: 'b\n', folders: ['n'] }];
  const journal = {
    workspaceId,
    messageId: ids.Second,
    shownUntil,
    files,
    stayed: ['a.txt'],
    at: Date.now(),
  };
  stores.rewinds.begin(journal);
  stores.close();
  const elsewhere = `${chat.folder}-elsewhere`;
  renameSync(chat.folder, elsewhere);
  const next = await chat.restart();
  await next.chat.until(({ messages }) => messages.length > 0);
  await expect(chat.rewind('Second', ['n/b.txt'], next.client)).rejects.toMatchObject({
    code: 'undo-refused',
  });
  chat.server.reply(say('Meanwhile.'));
  await next.send('Third');
  await next.chat.until((seen) => seen.messages.some((one) => one.role === 'user' && one.text === 'Third'));
  await untilRested(next.client, workspaceId);
  renameSync(elsewhere, chat.folder);
  await chat.rewind('Second', ['n/b.txt'], next.client);
  expect(Object.keys(treeOf(chat.folder))).not.toContain('n/b.txt');
  const seen = await next.chat.until((now) => !textsOf(now).includes('Second'));
  expect(seen.rewound).toBeUndefined();
  const third = seen.messages.find((message) => message.role === 'user' && message.text === 'Third');
  expect(third).toMatchObject({ versions: [ids.Second, third?.id] });
  await next.client.workspace.showBranch({ workspaceId, at: { messageId: ids.Second } });
  const old = await next.chat.until((now) => textsOf(now).includes('Second'));
  expect(textsOf(old)).not.toContain('Third');
});

it('brings the files back again where something was sent before they had returned', async () => {
  const chat = await twoTurns();
  await chat.rewind('First', all);
  await chat.close();
  const stores = storesIn(chat.dataDir);
  stores.rewinds.setUnderway(1, 'returning');
  stores.close();
  const elsewhere = `${chat.folder}-elsewhere`;
  renameSync(chat.folder, elsewhere);
  const next = await chat.restart();
  await next.send('Third');
  await next.chat.until(({ messages }) => messages.length > 0);
  await untilRested(next.client, chat.workspaceId);
  await next.close();
  renameSync(elsewhere, chat.folder);
  const last = await chat.restart();
  const seen = await last.chat.until(({ messages }) => messages.length > 0);
  // Waits for what was cut off, and has nothing to take back then.
  await chat.undoRewind(last.client);
  expect(treeOf(chat.folder)).toEqual(chat.trees[0]);
  expect(textsOf(seen)[0]).toBe('Third');
});

it('shows no other branch before something is sent, for that could not be undone', async () => {
  const chat = await twoTurns();
  const { workspaceId, client } = chat;
  await chat.rewind('Second', all);
  const show = (messageId: Message['id']) => client.workspace.showBranch({ workspaceId, at: { messageId } });
  await expect(show(chat.ids.Second)).rejects.toMatchObject({ code: 'chat-went-back' });
  expect(await show(chat.ids.First)).toEqual({ changed: false });
  await chat.undoRewind();
  expect(treeOf(chat.folder)).toEqual(chat.trees[2]);
});

it('tells the agent nothing of a preview that left the chat, until that comes forth again', async () => {
  const chat = await leftAlone(await previewChat(), change('e1', 'two', 'deux'));
  const { workspaceId, client } = chat;
  await chat.decide({ type: 'apply' });
  const { messages } = await chat.chat.until((seen) => actionsOf(seen)[0]?.outcome?.type === 'applied');
  const messageId = messages[0]?.id;
  if (messageId === undefined) throw new Error('Nobody said anything.');
  const goOn = async (text: string) => {
    chat.server.reply(say(`Heard ${text}.`));
    await chat.send(text);
    await chat.chat.until((seen) => textsOf(seen).at(-1) === `Heard ${text}.`);
    await chat.turn('idle');
    return JSON.stringify((await chat.body(chat.server.requests.length - 1)).messages);
  };
  await client.workspace.rewind({ workspaceId, messageId, paths: ['a.txt'] });
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
  await client.workspace.undoRewind({ workspaceId });
  await client.workspace.rewind({ workspaceId, messageId, paths: ['a.txt'] });
  expect(await goOn('Second')).not.toContain('About the preview');
  await client.workspace.showBranch({ workspaceId, at: { messageId } });
  expect((await goOn('Third')).split('About the preview')).toHaveLength(2);
});

it('has no two requests taken for one', async () => {
  const chat = await twoTurns();
  const results = await Promise.allSettled([chat.rewind('Second', all), chat.rewind('First', all)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(treeOf(chat.folder)).toEqual(chat.trees[1]);
});

it('keeps every time that a chat went back in the record of decisions', async () => {
  const chat = await twoTurns();
  for (const text of ['Second', 'First'] as const) {
    await chat.rewind(text, all);
    await chat.undoRewind();
  }
  const { entries } = await chat.client.ledger.search({ query: '' });
  expect(entries.filter(({ tool }) => tool === null)).toHaveLength(2);
});

it('lets the agent do nothing until something is sent, so that nothing is said that leaves the chat with that', async () => {
  const chat = await previewChat();
  const { workspaceId, client } = chat;
  chat.server.reply({ type: 'hang', blocks: [{ type: 'text', text: 'Half' }] });
  await chat.send('First');
  await chat.chat.until((seen) => textsOf(seen).includes('Half'));
  await client.workspace.stop({ workspaceId });
  await chat.turn('interrupted');
  chat.server.reply(say('Done.'));
  await chat.send('Second');
  const seen = await chat.chat.until((now) => textsOf(now).at(-1) === 'Done.');
  await chat.turn('idle');
  const second = seen.messages.find((message) => message.role === 'user' && message.text === 'Second');
  if (second === undefined) throw new Error('Nobody said Second.');
  await client.workspace.rewind({ workspaceId, messageId: second.id, paths: [] });
  await chat.turn('idle');
  await client.workspace.resume({ workspaceId });
  await client.workspace.compactAndResume({ workspaceId });
  expect(await client.workspace.summarise({ workspaceId })).toEqual({ started: false });
  chat.server.reply(say('Here.'));
  await chat.send('Third');
  const end = await chat.chat.until((now) => textsOf(now).at(-1) === 'Here.');
  expect(textsOf(end)).toEqual(['First', 'Half', 'Third', 'Here.']);
  expect(JSON.stringify((await chat.body(2)).messages)).toContain('Third');
});

it('comes forth again where what was queued in it is withdrawn meanwhile', async () => {
  const chat = await previewChat();
  const { workspaceId, client } = chat;
  chat.server.reply({ type: 'hang', blocks: [{ type: 'text', text: 'Half' }] });
  await chat.send('First');
  await chat.chat.until((seen) => textsOf(seen).includes('Half'));
  await chat.send('Queued');
  await client.workspace.stop({ workspaceId });
  await chat.turn('interrupted');
  const { messages } = await chat.chat.until((seen) => textsOf(seen).includes('Queued'));
  const idOf = (text: string) => {
    const found = messages.find((message) => message.role === 'user' && message.text === text);
    if (found === undefined) throw new Error(`Nobody said ${text}.`);
    return found.id;
  };
  await client.workspace.rewind({ workspaceId, messageId: idOf('First'), paths: [] });
  await chat.chat.until((seen) => seen.rewound !== undefined);
  await client.workspace.withdrawMessage({ workspaceId, messageId: idOf('Queued'), key: 'late' });
  await client.workspace.undoRewind({ workspaceId });
  const seen = await chat.chat.until((now) => now.rewound === undefined);
  expect(textsOf(seen)).toEqual(['First', 'Half']);
});
