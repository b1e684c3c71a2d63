import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { actionsOf, answer, call, previewChat, say } from '../../../test/main/previews/preview-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { treeOf } from '../../../test/main/folder/tree.ts';

const outsideOf = (path: string) =>
  `${path} leads outside the folder of this chat. Only paths inside it can be used.`;
const gitsOwn = (path: string) => `${path} belongs to git itself and is left alone.`;
const notText = (what: string) => `${what}, not a text file, so it is left alone.`;

type Refusal = [path: string, text: string, tool?: 'write_file' | 'delete_file' | 'edit_file'];

/** The cases refused by every tool; `away` is a folder outside. */
const refusals = (away: string): Refusal[] => [
  ['../out.txt', outsideOf('../out.txt')],
  ['sub/../../out.txt', outsideOf('sub/../../out.txt')],
  [join(away, 'a.txt'), outsideOf(join(away, 'a.txt'))],
  ['/dev/null', outsideOf('/dev/null')],
  ['a\0b', outsideOf('a\\u0000b')],
  ['out/a.txt', outsideOf('out/a.txt')],
  ['out/new/n.txt', outsideOf('out/new/n.txt')],
  ['out.txt', outsideOf('out.txt')],
  ['out.txt', outsideOf('out.txt'), 'delete_file'],
  ['broken', 'The path broken has a link in it that points to nothing.'],
  ['broken/n.txt', 'The path broken/n.txt has a link in it that points to nothing.'],
  ['circle', 'The path circle has a link in it that points to nothing.'],
  ['.git/config', gitsOwn('.git/config')],
  ['.git/hooks/pre-commit', gitsOwn('.git/hooks/pre-commit')],
  ['.git/config', gitsOwn('.git/config'), 'delete_file'],
  ['.GIT/config', gitsOwn('.GIT/config')],
  ['sub/.Git', gitsOwn('sub/.Git')],
  ['.git./config', gitsOwn('.git./config')],
  ['.git /config', gitsOwn('.git /config')],
  ['.git::$INDEX_ALLOCATION/config', gitsOwn('.git::$INDEX_ALLOCATION/config')],
  ['git~1/config', gitsOwn('git~1/config')],
  ['.g\u200cit/config', gitsOwn('.g\u200cit/config')],
  ['to-git/config', gitsOwn('.git/config')],
  ['secret.txt', 'secret.txt is covered by .gitignore and is left alone.'],
  ['C:\\Windows\\a.txt', outsideOf('C:\\Windows\\a.txt')],
  ['c:/Windows/a.txt', outsideOf('c:/Windows/a.txt')],
  ['\\\\server\\share\\a.txt', outsideOf('\\\\server\\share\\a.txt')],
  ['sub\\a.txt', 'sub\\a.txt can not be used. Write / between folders.'],
  ['sub', notText('sub is a folder')],
  ['sub', notText('sub is a folder'), 'delete_file'],
  ['.', notText('. is a folder')],
  ['a.txt/b.txt', 'The path a.txt/b.txt goes through a file, not a folder.'],
  ['pipe', notText('pipe is a pipe')],
  ['pipe', notText('pipe is a pipe'), 'delete_file'],
  ['socket', notText('socket is a socket')],
  ['large.txt', 'large.txt has 100.0 MB; files above 1 MB are left alone.'],
  ['large.txt', 'large.txt has 100.0 MB; files above 1 MB are left alone.', 'delete_file'],
  ['binary', 'binary is not a text file, so it is left alone.'],
  ['latin.txt', 'latin.txt is not a text file, so it is left alone.'],
  ['none.txt', 'There is no none.txt in the folder.', 'delete_file'],
  ['none.txt', 'There is no none.txt in the folder. Use write_file to make it.', 'edit_file'],
  ['x'.repeat(256), 'That name is longer than the system allows.'],
  ['a.txt', 'a.txt already is like that. There is nothing to change.', 'edit_file'],
];

const inputOf = (path: string, tool: string) => {
  if (tool === 'edit_file') return { path, edits: [{ oldText: 'o', newText: 'o' }] };
  return tool === 'write_file' ? { path, content: 'evil\n' } : { path };
};

/** A folder with everything in it that a tool could trip over. */
async function layTraps(folder: string, away: string): Promise<void> {
  const at = (path: string) => join(folder, path);
  writeFileSync(join(away, 'a.txt'), 'theirs\n');
  mkdirSync(at('.git/hooks'), { recursive: true });
  writeFileSync(at('.git/config'), '[core]\n');
  symlinkSync(at('.git'), at('to-git'));
  symlinkSync(away, at('out'));
  symlinkSync(join(away, 'a.txt'), at('out.txt'));
  symlinkSync(join(away, 'none'), at('broken'));
  symlinkSync(at('circle'), at('circle'));
  writeFileSync(at('.gitignore'), 'secret.txt\n');
  writeFileSync(at('secret.txt'), 'secret\n');
  mkdirSync(at('sub'));
  execFileSync('mkfifo', [at('pipe')]);
  const server = createServer().listen(at('socket'));
  onTestFinished(() => void server.close());
  writeFileSync(at('large.txt'), 'x');
  truncateSync(at('large.txt'), 100_000_000);
  writeFileSync(at('binary'), Buffer.from([1, 0, 2]));
  writeFileSync(at('latin.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
}

/** Windows has neither pipes nor sockets in folders, and its paths are its own. */
it.runIf(process.platform !== 'win32')('says why a path is refused, and harms nothing', async () => {
  const chat = await previewChat({ 'a.txt': 'one\n' });
  const away = temporaryFolder();
  await layTraps(chat.folder, away);
  const trees = () => [treeOf(chat.folder), treeOf(away)];
  const before = trees();
  const all = refusals(away);
  const calls = all.map(([path, , tool = 'write_file'], index) =>
    call(`c${index}`, tool, inputOf(path, tool)),
  );
  chat.server.reply(answer(...calls), say('Oh.'));
  await chat.send('Go');
  const { messages, tools } = await chat.body(1);
  const found = messages.at(-1)?.content.map(({ content, is_error }) => ({ content, is_error }));
  expect(found).toEqual(all.map(([, content]) => ({ content, is_error: true })));
  expect(tools.map(({ name }) => name)).not.toContain('resolve');
  await chat.turn('idle');
  expect(actionsOf(chat.chat.transcript())).toEqual([]);
  expect(trees()).toEqual(before);
  expect(readFileSync(join(away, 'a.txt'), 'utf8')).toBe('theirs\n');
});
