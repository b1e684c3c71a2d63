import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';
import { plans } from './0008-plans.ts';
import { migrations } from './migrations.ts';

test('what an older database told an agent stays an aside', () => {
  const folder = temporaryFolder();
  const before = migrations.slice(0, migrations.indexOf(plans));
  const old = new DatabaseSync(join(folder, 'parley.db'));
  for (const migration of before) old.exec(migration);
  old.exec(`PRAGMA user_version = ${before.length};
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'w', '/w', 'plan', 'guide', '{"status":"idle"}', 1, 1);
    INSERT INTO messages (id, workspace_id, role, created_at) VALUES (1, 'w', 'agent', 1);
    INSERT INTO steering (workspace_id, message_id, step, text) VALUES ('w', 1, 0, 'Mind this');`);
  old.close();
  const stores = openStores(folder, () => 1);
  expect(stores.steering.placed(workspaceIdSchema.parse('w'))).toEqual([
    { messageId: 1, step: 0, text: 'Mind this', kind: 'aside' },
  ]);
  stores.close();
});
