import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  answer,
  apply,
  asked,
  call,
  previewChat,
  resultOf,
  say,
} from '../../../../test/main/previews/preview-chat.ts';
import { treeOf } from '../../../../test/main/folder/tree.ts';

const readOnly = (path: string) => `${path} is read-only. Nothing was written.`;
const write = (id: string, path: string) => call(id, 'write_file', { path, content: 'new\n' });
const files = { 'a.txt': 'one\n', 'b.txt': 'two\n' };

it('stages no change of a file that nobody may write, whoever asks', async () => {
  const chat = await previewChat(files);
  chmodSync(chat.pathOf('a.txt'), 0o444);
  const edits = [{ oldText: 'one', newText: 'two' }];
  const calls = [
    write('w1', 'a.txt'),
    call('e1', 'edit_file', { path: 'a.txt', edits }),
    call('d1', 'delete_file', { path: 'a.txt' }),
  ];
  chat.server.reply(answer(...calls), say('Oh.'));
  await chat.send('Go');
  const { messages } = await chat.body(1);
  expect(messages.at(-1)?.content.map(({ content }) => content)).toEqual(calls.map(() => readOnly('a.txt')));
});

it('applies nothing where a file became read-only meanwhile, and applies it once it can be written', async () => {
  const chat = await previewChat(files);
  chat.server.reply(answer(write('w1', 'a.txt'), write('w2', 'b.txt')), apply('r1'), say('Hm.'), say('Hm.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  chmodSync(chat.pathOf('b.txt'), 0o400);
  const before = treeOf(chat.folder);
  await chat.decide({ type: 'apply' });
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')).toMatchObject({ ok: false, text: readOnly('b.txt') });
  expect(chat.action()).toMatchObject({ outcome: null, failure: readOnly('b.txt') });
  expect(treeOf(chat.folder)).toEqual(before);
});

it('undoes nothing where a file became read-only since', async () => {
  const chat = await previewChat(files);
  chat.server.reply(answer(write('w1', 'a.txt'), write('w2', 'b.txt')), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  chmodSync(chat.pathOf('b.txt'), 0o444);
  const { client, workspaceId } = chat;
  const undo = () => client.workspace.undoPreview({ workspaceId, actionId: chat.action().id });
  await expect(undo()).rejects.toThrow(readOnly('b.txt'));
  expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['new\n', 'new\n']);
  chmodSync(chat.pathOf('b.txt'), 0o644);
  await undo();
  expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\n', 'two\n']);
});
