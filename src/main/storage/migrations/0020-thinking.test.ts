import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('the model of an older chat does not think unless it is told to', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  expect(row?.thinking).toBe('off');
  if (row !== undefined) workspaces.setThinking(row.id, 'high');
  expect(workspaces.list()[0]?.thinking).toBe('high');
  close();
});
