import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, trust, whole } from '../../../test/main/worktrees/worktree-chats.ts';

/** A trusted repository with a filter like that of Git LFS: what is checked out is not what is kept. */
async function withFilter() {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), {
    '.gitattributes': '*.up filter=up\n',
    '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}',
    'plain.txt': 'plain\n',
  });
  git(origin, 'config', 'filter.up.clean', 'tr a-z A-Z');
  git(origin, 'config', 'filter.up.smudge', 'tr A-Z a-z');
  write(origin, { 'a.up': 'hello\n', 'b.up': 'world\n' });
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message=filtered');
  await trust(client, origin);
  const chat = await begin(client, origin, { ...whole, changes: false });
  const loss = () => client.workspace.readWorktreeLoss({ workspaceId: chat.id });
  const changed = async () =>
    (await client.workspace.readChatChanges({ workspaceId: chat.id, since: 'beginning' }))?.files.map(
      ({ path }) => path,
    );
  return { client, origin, chat, loss, changed };
}

test('nothing counts as changed right after a worktree with filters was made', async () => {
  const { client, chat, loss, changed } = await withFilter();
  expect(readFileSync(join(chat.folder, 'a.up'), 'utf8')).toBe('hello\n');
  expect(await loss()).toEqual({ type: 'removed', files: 0, commits: 0 });
  expect(await changed()).toEqual([]);
  await client.workspace.remove({ workspaceId: chat.id });
  await expect.poll(() => existsSync(chat.folder)).toBe(false);
  expect(await client.worktrees.kept()).toEqual([]);
});

test('what is written into a file with a filter counts, also where it has as many characters', async () => {
  const { chat, loss, changed } = await withFilter();
  write(chat.folder, { 'a.up': 'jello\n', 'plain.txt': 'PLAIN\n' });
  expect(await loss()).toMatchObject({ files: 2 });
  expect(await changed()).toEqual(['a.up', 'plain.txt']);
});

test('what is committed of a file with a filter counts', async () => {
  const { chat, loss, changed } = await withFilter();
  write(chat.folder, { 'b.up': 'there\n' });
  git(chat.folder, 'commit', '--quiet', '--all', '--message=mine');
  expect(await loss()).toMatchObject({ files: 0, commits: 1 });
  expect(await changed()).toEqual(['b.up']);
});
