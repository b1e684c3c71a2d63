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

const half = '\ud83d';
const problemOf = (where: string, code = 'D83D') =>
  `${where} has half of a character (U+${code} without its other half), which no file can hold.`;
const again = ' Write the whole character and try again.';

it('refuses text with half of a character, wherever it stands, and says where', async () => {
  const chat = await previewChat();
  const edit = (id: string, edits: object[]) => call(id, 'edit_file', { path: 'a.txt', edits });
  const whole = { oldText: 'one', newText: '\u{1f600}' };
  const calls = [
    call('w1', 'write_file', { path: 'b.txt', content: `a ${half} b` }),
    call('w2', 'write_file', { path: `${half}.txt`, content: 'a' }),
    edit('e1', [whole, { oldText: 'two', newText: `\ude00${half}` }]),
    edit('e2', [{ oldText: half, newText: 'x' }]),
    call('d1', 'delete_file', { path: `${half}.txt` }),
    call('r1', 'read_file', { path: `${half}.txt` }),
  ];
  chat.server.reply(answer(...calls), say('Oh.'));
  await chat.send('Go');
  const { messages } = await chat.body(1);
  expect(messages.at(-1)?.content.map(({ content }) => content)).toEqual([
    problemOf('content') + again,
    problemOf('path') + again,
    problemOf('edits[1].newText', 'DE00') + again,
    problemOf('edits[0].oldText') + again,
    problemOf('path') + again,
    `${problemOf('path')} list_files shows what is there.`,
  ]);
});

it('writes whole characters of any plane, and takes them back', async () => {
  const chat = await previewChat();
  chat.server.reply(
    answer(call('w1', 'write_file', { path: 'a.txt', content: '\u{1f600}\n' })),
    apply('r1'),
    say('Done.'),
  );
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.decide({ type: 'apply' });
  await chat.turn('idle');
  expect(chat.read('a.txt')).toBe('\u{1f600}\n');
  const { client, workspaceId } = chat;
  await client.workspace.undoPreview({ workspaceId, actionId: chat.action().id });
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
});

it('refuses a person’s edit with half of a character, and keeps the preview for another try', async () => {
  const chat = await previewChat();
  chat.server.reply(
    answer(call('w1', 'write_file', { path: 'a.txt', content: 'new\n' })),
    apply('r1'),
    say('Done.'),
  );
  await chat.send('Go');
  await chat.chat.until(asked);
  await expect(chat.decide({ type: 'apply', edits: [{ path: 'a.txt', text: `x${half}` }] })).rejects.toThrow(
    `${problemOf('The text of a.txt')} Take it out and apply again.`,
  );
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
  await chat.decide({ type: 'apply' });
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')?.text).toBe('Applied: Edit a.txt.');
});
