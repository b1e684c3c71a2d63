import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('chats of an older database ask about every preview, and have none', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), 6);
  const stores = openStores(folder, () => 1);
  const id = workspaceIdSchema.parse('w');
  expect(stores.workspaces.get(id)).toMatchObject({ approvals: 'ask', waiting: 0 });
  expect(stores.actions.pending(id)).toEqual([]);
  expect(stores.steering.placed(id)).toEqual([]);
  stores.close();
});
