import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('which folder an older workspace is about is not known, and can be learnt', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  expect(row?.folder_identity).toBe(null);
  if (row !== undefined) workspaces.setFolderIdentity(row.id, '1:2:3');
  expect(workspaces.list()[0]?.folder_identity).toBe('1:2:3');
  close();
});
