import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('messages of an older database keep their place, their queue and no attachments', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), 4, (old) =>
    old.exec(
      `INSERT INTO messages (workspace_id, role, sender_key, queued, created_at) VALUES ('w', 'user', 'k', 1, 1);`,
    ),
  );
  const stores = openStores(folder, () => 1);
  const id = workspaceIdSchema.parse('w');
  expect(stores.messages.queued(id)).toMatchObject([{ id: 1, mentions: [] }]);
  expect(stores.attachments.unsent(id)).toEqual([]);
  stores.close();
});
