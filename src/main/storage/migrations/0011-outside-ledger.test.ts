import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';

const shown = (more: object) =>
  JSON.stringify({ label: 'Release', sourceToolName: 'review_plan', openedAt: 1, ending: null, ...more });
const ending = {
  type: 'discarded',
  decidedBy: 'user',
  agentReason: null,
  userWords: null,
  at: 2,
};

test('the ledger of an older database names who wanted a plan reviewed', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), 10, (old) => {
    old.exec(`INSERT INTO messages (id, workspace_id, role, created_at) VALUES (1, 'w', 'agent', 1);`);
    const stage = old.prepare(
      `INSERT INTO pending_actions (workspace_id, id, message_id, tool_call_id, pending, content, shown, progress)
     VALUES ('w', ?, 1, ?, 1, '{}', ?, '{}')`,
    );
    const end = old.prepare('UPDATE pending_actions SET shown = ? WHERE id = ?');
    for (const [id, more] of [
      ['outside', { asker: 'release script' }],
      ['own', {}],
    ] as const) {
      stage.run(id, id, shown(more));
      end.run(shown({ ...more, ending }), id);
    }
  });
  const stores = openStores(folder, () => 1);
  const askers = stores.ledger.page({ query: '' }, 10).entries.map((entry) => entry.asker);
  expect(askers.toSorted()).toEqual(['guide', 'release script']);
  stores.close();
});
