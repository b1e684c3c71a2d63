import { symlinkSync } from 'node:fs';
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
} from '../../../../test/main/previews/preview-chat.ts';
import { untilWorkspace } from '../../../../test/main/test-app.ts';

type Calls = Parameters<typeof answer>;

const write = (id: string, path: string, content = 'new\n') => call(id, 'write_file', { path, content });

/** A chat that edits without asking, whose model made these calls in one step and asks to apply them. */
async function chatThat(calls: Calls, ready: (folder: string) => void = () => {}) {
  const chat = await previewChat({ 'a.txt': 'one\n', 'package.json': '{}\n', '.env': 'KEY=old\n' });
  ready(chat.folder);
  const { client, workspaceId } = chat;
  await client.workspace.setApprovals({ workspaceId, approvals: 'auto-edits' });
  chat.server.reply(answer(...calls), apply('r1'), say('Done.'));
  await chat.send('Go');
  return chat;
}

const marksOfFiles = ({ preview }: ReturnType<Awaited<ReturnType<typeof previewChat>>['action']>) =>
  preview.type === 'edit' ? preview.files.map(({ path, marks }) => [path, marks]) : [];

it('asks before a protected file is written also where the chat edits without asking, and the others with it', async () => {
  const chat = await chatThat([write('w1', 'a.txt'), write('w2', 'package.json')]);
  const waits = await untilWorkspace(chat.client, chat.workspaceId, ({ waiting }) => waiting === 1);
  expect(waits.waitingFor).toEqual(['edit']);
  await chat.chat.until(asked);
  expect(marksOfFiles(chat.action())).toEqual([
    ['a.txt', undefined],
    ['package.json', ['runs-code']],
  ]);
  expect([chat.read('a.txt'), chat.read('package.json')]).toEqual(['one\n', '{}\n']);
  await chat.decide({ type: 'apply' });
  const seen = await chat.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')?.text).toBe(
    'Applied: Change 2 files.\n- a.txt (changed)\n- package.json (changed)',
  );
  expect(chat.action().outcome).toMatchObject({ type: 'applied', decidedBy: 'user' });
  await chat.turn('idle');
  expect(chat.read('package.json')).toBe('new\n');
});

it('writes a file without a mark as the chat is set', async () => {
  const chat = await chatThat([write('w1', 'a.txt')]);
  await chat.turn('idle');
  expect(chat.read('a.txt')).toBe('new\n');
});

it.each<[name: string, path: string, link: [from: string, to: string], marks: string[]]>([
  ['leads to a marked one', 'notes.txt', ['notes.txt', 'package.json'], ['runs-code']],
  ['has a marked name and leads to another', '.gitignore', ['.gitignore', 'a.txt'], ['changes-ignored']],
])('marks a file whose link %s', async (_, path, [from, to], marks) => {
  const chat = await chatThat([write('w1', path)], (folder) =>
    symlinkSync(join(folder, to), join(folder, from)),
  );
  await chat.chat.until(asked);
  expect(marksOfFiles(chat.action())).toEqual([[to, marks]]);
});

it('keeps a mark that any call of the step found', async () => {
  const chat = await chatThat([write('w1', 'CLAUDE.md'), write('w2', 'a.txt', 'last\n')], (folder) =>
    symlinkSync(join(folder, 'a.txt'), join(folder, 'CLAUDE.md')),
  );
  await chat.chat.until(asked);
  expect(marksOfFiles(chat.action())).toEqual([['a.txt', ['steers-agents']]]);
});

it('keeps what a person wrote into a file with secrets from the model', async () => {
  const chat = await chatThat([write('w1', '.env', 'KEY=fill-in\n'), write('w2', 'a.txt', 'two\n')]);
  await chat.chat.until(asked);
  expect(marksOfFiles(chat.action())[0]).toEqual(['.env', ['holds-secrets']]);
  const edits = [
    { path: '.env', text: 'KEY=hunter2\n' },
    { path: 'a.txt', text: 'three\n' },
  ];
  await chat.decide({ type: 'apply', edits });
  await chat.turn('idle');
  expect(chat.read('.env')).toBe('KEY=hunter2\n');
  const told = JSON.stringify(await chat.body(2));
  expect(told).toContain('+three');
  expect(told).toContain('.env (not shown, for it may hold secrets)');
  expect(told).not.toContain('hunter2');
  expect(told).not.toContain('KEY=old');
});
