import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const long = `${lines.join('\n')}\n`;

const edit = call('e1', 'edit_file', {
  path: 'a.txt',
  edits: [
    { oldText: 'line 2\n', newText: 'line two\n' },
    { oldText: 'line 28\n', newText: 'line twenty-eight\n' },
  ],
});
const create = call('w1', 'write_file', { path: 'new.txt', content: 'new\n' });
const remove = call('d1', 'delete_file', { path: 'b.txt' });

/** A chat with a preview of three files, of which the first has two changes. */
async function waiting() {
  const chat = await previewChat({ 'a.txt': long, 'b.txt': 'b\n' });
  chat.server.reply(answer(edit, create, remove), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  return { ...chat, isThere: (path: string) => existsSync(join(chat.folder, path)) };
}

it('applies what is kept, and tells the model what was left out', async () => {
  const chat = await waiting();
  const drops = [{ path: 'a.txt', changes: [0] }, { path: 'new.txt' }, { path: 'b.txt' }];
  await chat.decide({ type: 'apply', drops });
  await chat.turn('idle');
  expect(chat.read('a.txt')).toBe(long.replace('line 28\n', 'line twenty-eight\n'));
  expect([chat.isThere('new.txt'), chat.isThere('b.txt')]).toEqual([false, true]);
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')?.text).toBe(
    [
      'Applied: Change 3 files.',
      'The user edited it before applying:',
      '--- a.txt',
      '+++ a.txt',
      '@@ -1,5 +1,5 @@',
      ' line 1',
      '-line two',
      '+line 2',
      ' line 3',
      ' line 4',
      ' line 5',
      'The user left these files as they are:',
      '- new.txt',
      '- b.txt',
    ].join('\n'),
  );
  expect(chat.action()).toMatchObject({
    preview: { files: [{ path: 'a.txt' }] },
    userEdits: [{ path: 'a.txt' }, { path: 'new.txt' }, { path: 'b.txt' }],
  });
  await chat.client.workspace.undoPreview({ workspaceId: chat.workspaceId, actionId: chat.action().id });
  expect(chat.read('a.txt')).toBe(long);
});

it('takes the same decision twice, and refuses another one', async () => {
  const chat = await waiting();
  const { fingerprint } = chat.action();
  const drops = [{ path: 'new.txt' }];
  await Promise.all([1, 2].map(() => chat.decide({ type: 'apply', drops })));
  await chat.turn('idle');
  await chat.decide({ type: 'apply', drops }, 0, fingerprint);
  await expect(
    chat.decide({ type: 'apply', drops: [{ path: 'a.txt' }] }, 0, fingerprint),
  ).rejects.toMatchObject({ code: 'preview-settled' });
});

it.each([
  ['everything', [{ path: 'a.txt', changes: [0, 1] }, { path: 'new.txt' }, { path: 'b.txt' }]],
  ['a file that is not there', [{ path: 'c.txt' }]],
])('applies nothing where %s is dropped', async (_, drops) => {
  const chat = await waiting();
  await expect(chat.decide({ type: 'apply', drops })).rejects.toMatchObject({ code: 'invalid-edit' });
  expect(chat.read('a.txt')).toBe(long);
  expect(chat.action()).toMatchObject({ state: { type: 'open' } });
});

it('keeps what is dropped with the card until it is decided', async () => {
  const chat = await waiting();
  const { id: actionId, fingerprint } = chat.action();
  const drops = [{ path: 'a.txt', changes: [1], fingerprint }];
  await chat.client.workspace.savePreviewDraft({
    workspaceId: chat.workspaceId,
    actionId,
    change: { drops },
  });
  await chat.close();
  const next = await chat.restart();
  const seen = await next.chat.until(asked);
  expect(toolOf(seen, 'e1')?.unsent).toMatchObject({ drops });
});
