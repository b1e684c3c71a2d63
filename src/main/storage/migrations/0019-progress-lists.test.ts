import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('an older chat has no progress list, and can get one', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, messages, progress, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  expect(progress.read(row.id)).toEqual([]);
  const items = [{ text: 'Look', status: 'pending' as const }];
  progress.save(row.id, messages.addAgentMessage(row.id, 2), items);
  expect(progress.read(row.id)).toEqual(items);
  close();
});
