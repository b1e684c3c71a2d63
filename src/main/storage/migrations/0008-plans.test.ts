import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('what an older database told an agent stays an aside', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), 7, (old) =>
    old.exec(`INSERT INTO messages (id, workspace_id, role, created_at) VALUES (1, 'w', 'agent', 1);
    INSERT INTO steering (workspace_id, message_id, step, text) VALUES ('w', 1, 0, 'Mind this');`),
  );
  const stores = openStores(folder, () => 1);
  expect(stores.steering.placed(workspaceIdSchema.parse('w'))).toEqual([
    { messageId: 1, step: 0, text: 'Mind this', kind: 'aside' },
  ]);
  stores.close();
});
