import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('an older message has no changes, and can get some', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, messages, turnChanges, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  const messageId = messages.addAgentMessage(row.id, 2);
  expect(turnChanges.shown(messageId)).toBeUndefined();
  const shown = { files: [], ranCommands: true, unseen: ['no-git' as const], undo: null };
  turnChanges.save({ workspaceId: row.id, messageId, shown, undo: null });
  expect(turnChanges.shown(messageId)).toEqual(shown);
  close();
});
