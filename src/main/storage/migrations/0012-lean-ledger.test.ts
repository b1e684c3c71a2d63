import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';

const settlement = (at: number) =>
  JSON.stringify({ outcome: { type: 'declined', reason: 'Not now' }, where: 'card', at });
const shown = (ending: object | null) =>
  JSON.stringify({ label: 'Release', sourceToolName: 'edit_file', openedAt: 1, ending });
const applied = {
  type: 'applied',
  decidedBy: 'user',
  agentReason: null,
  userWords: null,
  at: 3,
};

/** Two questions, the later one answered first, and a preview; all ended in an older database. */
function fill(old: DatabaseSync) {
  old.exec(`INSERT INTO messages (id, workspace_id, role, created_at) VALUES (1, 'w', 'agent', 1)`);
  const part = old.prepare(
    `INSERT INTO parts (message_id, position, step, type, tool_call_id, tool_name) VALUES (1, ?, 0, 'tool', ?, ?)`,
  );
  const ask = old.prepare(
    `INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at) VALUES ('w', ?, 1, 'Parley', '[]', 1)`,
  );
  const settle = old.prepare('UPDATE asks SET settlement = ? WHERE tool_call_id = ?');
  for (const [place, call] of ['ask:w:late', 'early'].entries()) {
    part.run(place, call, 'ask');
    ask.run(call);
  }
  part.run(2, 'edit', 'edit_file');
  old.exec(`INSERT INTO pending_actions (workspace_id, id, message_id, tool_call_id, pending, content, shown, progress)
    VALUES ('w', 'a', 1, 'edit', 1, '{}', '${shown(null)}', '{}')`);
  settle.run(settlement(5), 'ask:w:late');
  settle.run(settlement(2), 'early');
  old.prepare('UPDATE pending_actions SET shown = ?').run(shown(applied));
}

test('the ledger of an older database has the same entries, in the order of time, and goes on', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), 11, fill);
  openStores(folder, () => 1).close();

  const database = new DatabaseSync(join(folder, 'parley.db'));
  database.prepare('UPDATE pending_actions SET shown = ?').run(shown({ ...applied, undone: true }));
  database.exec(
    `INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at) VALUES ('w', 'new', 1, 'Parley', '[]', 1)`,
  );
  database.prepare(`UPDATE asks SET settlement = ? WHERE tool_call_id = 'new'`).run(settlement(4));
  database.close();

  const stores = openStores(folder, () => 1);
  const { entries } = stores.ledger.page({ query: '' }, 10);
  const declined = { kind: 'ask', questions: [], where: 'card', outcome: { reason: 'Not now' } };
  expect(entries).toMatchObject([
    { ...declined, settledAt: 4, tool: null },
    { ...declined, settledAt: 5, toolCallId: 'ask:w:late', tool: 'ask' },
    { kind: 'preview', settledAt: 3, toolCallId: 'edit', ending: { undone: true } },
    { ...declined, settledAt: 2, toolCallId: 'early', workspace: { id: 'w', name: 'Old' } },
  ]);
  stores.close();
});
