import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  answer,
  apply,
  asked,
  call,
  previewChat,
  resultOf,
  say,
  toolOf,
} from '../../../test/main/previews/preview-chat.ts';

const edit = call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] });
const remove = call('d1', 'delete_file', { path: 'b.txt' });

const zwei = [{ path: 'a.txt', text: 'one\nzwei\n' }];
const told = [
  'Applied: Edit a.txt.',
  'The user added: German, please',
  'The user edited it before applying:',
  '--- a.txt',
  '+++ a.txt',
  '@@ -1,2 +1,2 @@',
  ' one',
  '-deux',
  '+zwei',
].join('\n');

/** A chat whose preview waits with a call of `resolve`. */
async function waitingPreview(files?: Record<string, string>, ...blocks: Parameters<typeof answer>) {
  const chat = await previewChat(files);
  chat.server.reply(answer(edit, ...blocks), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  const ofAction = { workspaceId: chat.workspaceId, actionId: chat.action().id };
  return { ...chat, ofAction };
}

it('writes what the person made of the proposal, and tells the model the difference', async () => {
  const chat = await waitingPreview();
  await chat.decide({ type: 'apply', note: 'German, please', edits: zwei });
  await chat.turn('idle');
  expect(chat.read('a.txt')).toBe('one\nzwei\n');
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')?.text).toBe(told);
  expect(chat.action()).toMatchObject({
    preview: { files: [{ hunks: [{ lines: [' one', '-two', '+zwei'] }] }] },
    userEdits: [{ path: 'a.txt', hunks: [{ lines: [' one', '-deux', '+zwei'] }] }],
    outcome: { type: 'applied', decidedBy: 'user', userWords: 'German, please' },
  });
  await chat.client.workspace.undoPreview(chat.ofAction);
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
});

it('gives the text to edit as a text field has it, and keeps line ends and mark in what is written', async () => {
  const chat = await waitingPreview({ 'a.txt': '\uFEFFone\r\ntwo\r\n' });
  const { text, fingerprint } = await chat.client.workspace.proposedText({ ...chat.ofAction, path: 'a.txt' });
  expect(text).toBe('one\ndeux\n');
  expect(fingerprint).toBe(chat.action().fingerprint);
  const changed = { path: 'a.txt', text: 'one\nzwei\n' };
  const diff = await chat.client.workspace.diffOfEdit({ ...chat.ofAction, edit: changed });
  expect(diff.hunks[0]?.lines).toEqual([' \uFEFFone\r', '-two\r', '+zwei\r']);
  await chat.decide({ type: 'apply', edits: [changed] });
  await chat.turn('idle');
  expect(chat.read('a.txt')).toBe('\uFEFFone\r\nzwei\r\n');
});

it('takes the same edited decision twice, also after it was carried out', async () => {
  const chat = await waitingPreview();
  const { fingerprint } = chat.action();
  await Promise.all([1, 2].map(() => chat.decide({ type: 'apply', edits: zwei })));
  await chat.turn('idle');
  await chat.decide({ type: 'apply', edits: zwei }, 0, fingerprint);
  const other = [{ path: 'a.txt', text: 'other\n' }];
  await expect(chat.decide({ type: 'apply', edits: other }, 0, fingerprint)).rejects.toMatchObject({
    code: 'preview-settled',
  });
  expect(chat.read('a.txt')).toBe('one\nzwei\n');
});

it.each([
  ['a file that is not in the preview', { path: 'c.txt', text: 'c\n' }],
  ['a file that is to be deleted', { path: 'b.txt', text: 'b\n' }],
  ['what is no text', { path: 'a.txt', text: 'a\0b' }],
])('fails closed on an edit of %s', async (_, wrong) => {
  const chat = await waitingPreview({ 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' }, remove);
  await expect(chat.decide({ type: 'apply', edits: [wrong] })).rejects.toMatchObject({
    code: 'invalid-edit',
  });
  await expect(chat.decide({ type: 'apply', edits: zwei }, 0, 'another')).rejects.toMatchObject({
    code: 'stale-preview',
  });
  expect(chat.action()).toMatchObject({ decision: null, outcome: null });
  expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ntwo\n', 'b\n']);
});

it('keeps the edit where the file changed meanwhile, and waits on', async () => {
  const chat = await waitingPreview();
  writeFileSync(chat.pathOf('a.txt'), '\0mine\n');
  await chat.decide({ type: 'apply', edits: zwei });
  await chat.turn('idle');
  await chat.chat.until(() => chat.action().failure !== null);
  expect(chat.action()).toMatchObject({ outcome: null, userEdits: [{ path: 'a.txt' }] });
  writeFileSync(chat.pathOf('a.txt'), 'one\ntwo\n');
  await chat.decide({ type: 'apply' });
  await chat.chat.until(() => chat.action().outcome?.type === 'applied');
  expect(chat.read('a.txt')).toBe('one\nzwei\n');
});

it('keeps what is unsent over a restart, each field on its own, and drops what was sent', async () => {
  const chat = await waitingPreview();
  const draftEdit = { path: 'a.txt', text: 'one\nzwei\n', fingerprint: chat.action().fingerprint };
  const save = (change: Parameters<typeof chat.client.workspace.savePreviewDraft>[0]['change']) =>
    chat.client.workspace.savePreviewDraft({ ...chat.ofAction, change });
  await save({ note: 'German, please' });
  await save({ reason: 'Because', edits: [draftEdit] });
  await save({ viewed: [{ path: 'a.txt', fingerprint: chat.action().fingerprint }] });
  await chat.close();
  const next = await chat.restart();
  await next.chat.until(asked);
  expect(toolOf(next.chat.transcript(), 'e1')?.unsent).toEqual({
    note: 'German, please',
    reason: 'Because',
    edits: [draftEdit],
    drops: [],
    picks: [],
    viewed: [{ path: 'a.txt', fingerprint: draftEdit.fingerprint }],
    comments: [],
    notes: [],
  });
  await next.decide({ type: 'apply', note: 'German, please', edits: zwei });
  await next.turn('idle');
  await next.close();
  const last = await chat.restart();
  const seen = await last.chat.until((now) => toolOf(now, 'e1') !== undefined);
  expect(toolOf(seen, 'e1')?.unsent).toEqual({
    note: '',
    reason: 'Because',
    edits: [],
    drops: [],
    picks: [],
    viewed: [],
    comments: [],
    notes: [],
  });
});

it('says which files keep a change from being undone, and that none does', async () => {
  const chat = await waitingPreview();
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  const inWay = async () => (await chat.client.workspace.filesInWay(chat.ofAction)).paths;
  expect(await inWay()).toEqual([]);
  writeFileSync(chat.pathOf('a.txt'), 'mine\n');
  expect(await inWay()).toEqual(['a.txt']);
});
