import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { storesIn } from '../../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { entryStatus } from '../../../shared/ledger/ledger-text.ts';
import { statementsFor } from './migrations.ts';

test('a drop that was recorded as applied is told from a change that was', () => {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'parley.db'));
  for (const statement of statementsFor(49)) database.exec(statement);
  database.exec(`PRAGMA user_version = 49;
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'Tea', '/tea', 'exec', 'guide', '{"status":"idle"}', 1, 1);
    INSERT INTO messages (id, workspace_id, role, complete_steps, created_at) VALUES (1, 'w', 'agent', 1, 1)`);
  const files = [{ path: 'a.txt', change: 'changed', hunks: [] }];
  const by = { decidedBy: 'user', agentReason: null, userWords: null };
  const settlement = { outcome: { type: 'applied', ...by, undone: false }, at: 3 };
  for (const [id, putBack] of [
    ['edit', undefined],
    ['drop', { commit: 'c', what: 'change' }],
  ] as const) {
    const shown = { id, label: id, openedAt: 1, preview: { type: 'edit', files, putBack } };
    const ended = { ...shown, state: { type: 'ended', resolvedBy: null, undoing: false, settlement } };
    database
      .prepare("INSERT INTO pending_actions VALUES ('w', ?, 1, ?, 1, '{}', ?, '{}')")
      .run(id, id, JSON.stringify({ ...shown, state: { type: 'open' } }));
    database.prepare('UPDATE pending_actions SET shown = ? WHERE id = ?').run(JSON.stringify(ended), id);
  }
  database.close();
  const stores = storesIn(folder);
  const entries = [...stores.ledger.every(0)];
  stores.close();
  expect(entries.map(entryStatus)).toEqual(['Dropped', 'Applied']);
});
