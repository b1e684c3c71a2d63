import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('an older chat has used nothing of its context, as far as is known', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, usage, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  expect(row).toBeDefined();
  if (row !== undefined) expect(usage.read(row.id).context).toBe(0);
  close();
});
