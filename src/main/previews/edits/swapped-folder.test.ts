import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { anyFolder } from '../../../../test/main/folder/any-folder.ts';
import { watchDisk } from '../../../../test/main/folder/disk-steps.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  previewChat,
  resultOf,
  say,
} from '../../../../test/main/previews/preview-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';
import { treeOf } from '../../../../test/main/folder/tree.ts';
import { identityOf } from '../../folder/folder-handle.ts';
import { applyEdit } from '../../folder/apply-edit.ts';

const write = call('w1', 'write_file', { path: 'a.txt', content: 'new\n' });

const replaced = (folder: string) =>
  `The folder ${folder} is not the one this chat was opened on. Nothing was read or written. Put the first one back, or open this one with Open a folder.`;

/** Puts a copy of a folder in its place. */
function swap(folder: string): void {
  renameSync(folder, `${folder}-first`);
  cpSync(`${folder}-first`, folder, { recursive: true });
  onTestFinished(() => rmSync(`${folder}-first`, { recursive: true, force: true }));
}

function swapBack(folder: string): void {
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-first`, folder);
}

/** A chat whose preview waits with a call of `resolve`. */
async function waitingChat() {
  const chat = await previewChat();
  chat.server.reply(answer(write), apply('r1'), say('Hm.'), apply('r2'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  return chat;
}

it('writes nothing into a folder that took the place of the one that was opened, and keeps the preview', async () => {
  const chat = await waitingChat();
  swap(chat.folder);
  await chat.decide({ type: 'apply' });
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')).toMatchObject({ ok: false, text: replaced(chat.folder) });
  expect(chat.action()).toMatchObject({ outcome: null, failure: replaced(chat.folder) });
  expect(treeOf(chat.folder)).toEqual(treeOf(`${chat.folder}-first`));
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
  expect(await chat.turn('failed')).toMatchObject({
    turn: {
      problem: {
        what: `The folder ${chat.folder} is not the one this chat was opened on.`,
        todo: 'Put the first one back and retry, or open this one with Open a folder.',
      },
    },
  });
});

it('applies it once the first folder is back', async () => {
  const chat = await waitingChat();
  swap(chat.folder);
  await chat.decide({ type: 'apply' });
  await chat.turn('failed');
  swapBack(chat.folder);
  await chat.decide({ type: 'apply' });
  expect(chat.read('a.txt')).toBe('new\n');
});

it('goes on in the new folder once the person opened it, also after a restart', async () => {
  const chat = await waitingChat();
  swap(chat.folder);
  await chat.decide({ type: 'apply' });
  await chat.turn('failed');
  await chat.client.workspace.create({ folder: chat.folder });
  await chat.close();
  const again = await chat.restart();
  await again.chat.until((now) => actionsOf(now).length === 1);
  await again.decide({ type: 'apply' });
  expect(chat.read('a.txt')).toBe('new\n');
  expect(readFileSync(join(`${chat.folder}-first`, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
});

it('undoes nothing in another folder', async () => {
  const chat = await waitingChat();
  await chat.decide({ type: 'apply' });
  await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  swap(chat.folder);
  const { client, workspaceId } = chat;
  const undo = client.workspace.undoPreview({ workspaceId, actionId: chat.action().id });
  await expect(undo).rejects.toThrow(replaced(chat.folder));
  expect(chat.read('a.txt')).toBe('new\n');
});

it('lets no tool look into another folder, nor stage a change in it, also behind a link', async () => {
  const chat = await previewChat();
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [one, other]) writeFileSync(join(folder, 'a.txt'), 'text\n');
  const link = join(temporaryFolder(), 'link');
  symlinkSync(one, link);
  const { client } = chat;
  const { id: workspaceId } = await client.workspace.create({ folder: link });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  const gate = Promise.withResolvers<void>();
  const calls = [
    write,
    call('r1', 'read_file', { path: 'a.txt' }),
    call('l1', 'list_files', {}),
    call('s1', 'search_files', { query: 'text' }),
  ];
  chat.server.reply({ ...answer(...calls), after: gate.promise });
  await client.workspace.sendMessage({ workspaceId, key: 'k', text: 'Go' });
  await chat.server.request(0);
  unlinkSync(link);
  symlinkSync(other, link);
  gate.resolve();
  const ids = ['w1', 'r1', 'l1', 's1'];
  const window = await watchChat(client, workspaceId);
  const seen = await window.until((now) => ids.every((id) => resultOf(now, id)));
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'failed');
  expect(ids.map((id) => resultOf(seen, id)?.text)).toEqual(ids.map(() => replaced(link)));
});

it('takes a folder that comes at the last moment for none', async () => {
  const { folder } = await previewChat();
  const known = { ...anyFolder(folder), identity: identityOf(folder) ?? null };
  let isSwapped = false;
  const letGo = await watchDisk(async ({ name }) => {
    if (name !== 'open' || isSwapped) return;
    isSwapped = true;
    swap(folder);
  });
  onTestFinished(letGo);
  const files = [{ path: 'n.txt', before: null, after: 'n\n' }];
  await expect(applyEdit({ folder: known, files, begun: false })).rejects.toThrow('Nothing was written.');
  letGo();
  expect(Object.keys(treeOf(folder))).toEqual(['a.txt']);
  expect(Object.keys(treeOf(`${folder}-first`))).toEqual(['a.txt']);
});
