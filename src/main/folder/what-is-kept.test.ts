import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answer, apply, asked, call, previewChat, say } from '../../../test/main/previews/preview-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { treeOf } from '../../../test/main/folder/tree.ts';

type Calls = Parameters<typeof answer>;

const write = (id: string, path: string, content: string) => call(id, 'write_file', { path, content });
const edit = (id: string, path: string, oldText: string, newText: string) =>
  call(id, 'edit_file', { path, edits: [{ oldText, newText }] });
const remove = (id: string, path: string) => call(id, 'delete_file', { path });

/** A chat whose model makes these calls in one step; `apply` and `undo` are the person's. */
async function chatThat(calls: Calls, ready: (folder: string) => void = () => {}) {
  const chat = await previewChat({});
  ready(chat.folder);
  const before = treeOf(chat.folder);
  chat.server.reply(answer(...calls), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  const { client, workspaceId } = chat;
  return {
    ...chat,
    before,
    at: (path: string) => join(chat.folder, path),
    async apply() {
      await chat.decide({ type: 'apply' });
      await chat.turn('idle');
    },
    undo: () => client.workspace.undoPreview({ workspaceId, actionId: chat.action().id }),
  };
}

const mode = (path: string) => statSync(path).mode & 0o7777;

it('keeps mode bits, owner, line ends, and a missing last line end, and undoes a deletion with all of them', async () => {
  const calls: Calls = [
    edit('e1', 'run.sh', 'one', 'two'),
    edit('e2', 'crlf.txt', 'two', 'zwei'),
    write('w1', 'whole.txt', 'x\ny\n'),
    edit('e3', 'open.txt', 'end', 'fin'),
    remove('d1', 'gone.sh'),
  ];
  const chat = await chatThat(calls, (folder) => {
    const plant = (path: string, text: string, bits: number) => {
      writeFileSync(join(folder, path), text);
      chmodSync(join(folder, path), bits);
    };
    plant('run.sh', '#!/bin/sh\necho one\n', 0o755);
    plant('crlf.txt', 'one\r\ntwo\r\n', 0o640);
    plant('whole.txt', '\uFEFFa\r\nb\r\n', 0o600);
    plant('open.txt', 'no end', 0o644);
    plant('gone.sh', '#!/bin/sh\n', 0o750);
    if (process.getuid?.() === 0) chownSync(join(folder, 'run.sh'), 1234, 1234);
  });
  const owner = statSync(chat.at('run.sh')).uid;
  await chat.apply();
  expect(readFileSync(chat.at('run.sh'), 'utf8')).toBe('#!/bin/sh\necho two\n');
  expect(readFileSync(chat.at('crlf.txt'), 'utf8')).toBe('one\r\nzwei\r\n');
  expect(readFileSync(chat.at('whole.txt'), 'utf8')).toBe('\uFEFFx\r\ny\r\n');
  expect(readFileSync(chat.at('open.txt'), 'utf8')).toBe('no fin');
  expect(['run.sh', 'crlf.txt', 'whole.txt'].map((path) => mode(chat.at(path)))).toEqual([
    0o755, 0o640, 0o600,
  ]);
  expect(statSync(chat.at('run.sh')).uid).toBe(owner);
  await chat.undo();
  expect(treeOf(chat.folder)).toEqual(chat.before);
  expect(statSync(chat.at('run.sh')).uid).toBe(owner);
});

it('makes the folders of a new file, and removes them with it, but none that something else is in', async () => {
  const calls: Calls = [
    write('w1', 'a/b/c.txt', 'c\n'),
    write('w2', 'a/d/e.txt', 'e\n'),
    write('w3', 'there/f.txt', 'f\n'),
  ];
  const chat = await chatThat(calls, (folder) => {
    mkdirSync(join(folder, 'there'));
  });
  await chat.apply();
  expect(readFileSync(chat.at('a/b/c.txt'), 'utf8')).toBe('c\n');
  writeFileSync(chat.at('a/d/mine.txt'), 'mine\n');
  await chat.undo();
  expect(Object.keys(treeOf(chat.folder))).toEqual(['a', 'a/d', 'a/d/mine.txt', 'there']);
});

it('does nothing about a file that one step makes and deletes again', async () => {
  const calls: Calls = [write('w1', 'n/a.txt', 'a\n'), remove('d1', 'n/a.txt'), write('w2', 'b.txt', 'b\n')];
  const chat = await chatThat(calls);
  await chat.apply();
  expect(Object.keys(treeOf(chat.folder))).toEqual(['b.txt']);
  await chat.undo();
  expect(treeOf(chat.folder)).toEqual({});
});

it.each([
  ['a line end', 'two\nlines.txt', 'two\\u000alines.txt'],
  ['emoji', '👩‍🚀 مرحبا.txt', '👩‍🚀 مرحبا.txt'],
  ['255 bytes', 'x'.repeat(255), 'x'.repeat(255)],
  ['what only looks like a way out', '..a..', '..a..'],
  ['signs of a shell', '$(rm -rf ~); `x` "\' *', '$(rm -rf ~); `x` "\' *'],
])('writes and undoes a file whose name has %s', async (_, name, shown) => {
  const chat = await chatThat([write('w1', name, 'new\n')]);
  expect(chat.action().label).toBe(`Create ${shown}`);
  await chat.apply();
  expect(Object.keys(treeOf(chat.folder))).toEqual([name]);
  const { messages } = await chat.body(2);
  expect(messages.at(-1)?.content).toMatchObject([{ content: `Applied: Create ${shown}.` }]);
  await chat.undo();
  expect(treeOf(chat.folder)).toEqual({});
});

it('leaves the other names of a file with several their text', async () => {
  const away = join(temporaryFolder(), 'shared.txt');
  writeFileSync(away, 'one\n');
  const chat = await chatThat([edit('e1', 'a.txt', 'one', 'two')], (folder) =>
    linkSync(away, join(folder, 'a.txt')),
  );
  await chat.apply();
  expect(readFileSync(chat.at('a.txt'), 'utf8')).toBe('two\n');
  expect(readFileSync(away, 'utf8')).toBe('one\n');
});

it('changes the file that a link in the folder leads to, says so, and keeps the link', async () => {
  const chat = await chatThat([edit('e1', 'link.txt', 'one', 'two')], (folder) => {
    writeFileSync(join(folder, 'real.txt'), 'one\n');
    symlinkSync('real.txt', join(folder, 'link.txt'));
  });
  expect(chat.action().label).toBe('Edit real.txt');
  await chat.apply();
  expect(readFileSync(chat.at('real.txt'), 'utf8')).toBe('two\n');
  expect(lstatSync(chat.at('link.txt')).isSymbolicLink()).toBe(true);
});
