import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('older messages are no commands, and a new one keeps what it stands for', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { messages, workspaces, close } = openStores(folder, () => 1);
  const id = workspaces.list()[0]?.id;
  if (id === undefined) throw new Error('The older database has no chat.');
  expect(messages.page(id, 1_000, 100).every(({ command }) => command === null)).toBe(true);
  const command = { source: '.parley/commands/a.md', text: 'Do it.' };
  const of = { workspaceId: id, key: 'a', text: '/a', mentions: [], attachments: [], at: 1 };
  const added = messages.addUserMessage({ ...of, command });
  expect(messages.ofPerson(id, added)?.command).toEqual(command);
  close();
});
