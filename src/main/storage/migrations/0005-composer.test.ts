import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';
import { composer } from './0005-composer.ts';
import { migrations } from './migrations.ts';

test('messages of an older database keep their place, their queue and no attachments', () => {
  const folder = temporaryFolder();
  const before = migrations.slice(0, migrations.indexOf(composer));
  const old = new DatabaseSync(join(folder, 'parley.db'));
  for (const migration of before) old.exec(migration);
  old.exec(`PRAGMA user_version = ${before.length};
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'w', '/w', 'plan', 'guide', '{"status":"idle"}', 1, 1);
    INSERT INTO messages (workspace_id, role, sender_key, queued, created_at) VALUES ('w', 'user', 'k', 1, 1);`);
  old.close();
  const stores = openStores(folder, () => 1);
  const id = workspaceIdSchema.parse('w');
  expect(stores.messages.queued(id)).toMatchObject([{ id: 1, mentions: [] }]);
  expect(stores.attachments.unsent(id)).toEqual([]);
  stores.close();
});
