import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openReadOnly } from '../database.ts';
import { createLedgerStore } from '../ledger-store.ts';
import { storesIn } from '../../../../test/main/storage/prepared-database.ts';
import { statementsFor } from './migrations.ts';

/** A data folder with the database of version 42: two questions wait in a chat, one from outside, and one was decided. */
function version42(): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'parley.db'));
  for (const statement of statementsFor(42)) database.exec(statement);
  database.exec(`PRAGMA user_version = 42;
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'Tea', '/tea', 'exec', 'acp/codex', '{"status":"idle"}', 1, 1);
    INSERT INTO messages (id, workspace_id, role, complete_steps, created_at, outside)
      VALUES (1, 'w', 'agent', 1, 1, 0), (2, 'w', 'agent', 1, 1, 1);
    INSERT INTO parts (message_id, position, step, type, tool_call_id, tool_name)
      VALUES (1, 0, 0, 'tool', 'older', 'ask'), (1, 1, 0, 'tool', 'own', 'ask'), (2, 0, 0, 'tool', 'outside', 'ask');
    INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at)
      VALUES ('w', 'older', 1, 'Codex', '[]', 1), ('w', 'own', 1, 'Codex', '[]', 1), ('w', 'outside', 2, 'deploy.sh', '[]', 1)`);
  database.exec(settle('older'));
  database.close();
  return folder;
}

const settle = (call: string) =>
  `UPDATE asks SET settlement = '{"outcome":{"type":"declined"},"where":"card","at":2}' WHERE tool_call_id = '${call}'`;

test('who asked is kept with each decision from now on, and of older ones it is not known', () => {
  const folder = version42();
  storesIn(folder).close();
  const file = join(folder, 'parley.db');
  const database = new DatabaseSync(file);
  database.exec(settle('own'));
  database.exec(settle('outside'));
  database.close();
  const durable = openReadOnly(file);
  expect([...createLedgerStore({ durable }).every(0)].map(({ asker, agent }) => [asker, agent])).toEqual([
    ['deploy.sh', 'outside'],
    ['Codex', 'acp/codex'],
    ['Codex', null],
  ]);
  durable.close();
});
