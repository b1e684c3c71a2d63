import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { treeOf } from '../../../test/main/folder/tree.ts';
import {
  actionsOf,
  answer,
  apply,
  call,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import type { Message, Transcript } from '../../shared/transcript/transcript.ts';
import { openStores } from '../storage/stores.ts';

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
  expect(chat.chat.transcript().rewound).toEqual({
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
  expect(JSON.stringify((await chat.body(6)).messages)).toContain('not\\nas they were then: a.txt, n/b.txt.');
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
    const stores = openStores(chat.dataDir, () => 1);
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
