import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';
import { resolve } from './0007-resolve.ts';
import { migrations } from './migrations.ts';

test('chats of an older database ask about every preview, and have none', () => {
  const folder = temporaryFolder();
  const before = migrations.slice(0, migrations.indexOf(resolve));
  const old = new DatabaseSync(join(folder, 'parley.db'));
  for (const migration of before) old.exec(migration);
  old.exec(`PRAGMA user_version = ${before.length};
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'w', '/w', 'plan', 'guide', '{"status":"idle"}', 1, 1);`);
  old.close();
  const stores = openStores(folder, () => 1);
  const id = workspaceIdSchema.parse('w');
  expect(stores.workspaces.get(id)).toMatchObject({ approvals: 'ask', waiting: 0 });
  expect(stores.actions.pending(id)).toEqual([]);
  expect(stores.steering.placed(id)).toEqual([]);
  stores.close();
});
