import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { messageIdSchema } from '../../../shared/ids.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { storesIn } from '../../../../test/main/storage/prepared-database.ts';
import { statementsFor } from './migrations.ts';

const undoing = { type: 'undoing', files: [], left: ['b.txt'] };

/** A data folder with the database of version 41, in which a command has changed a file and another one runs. */
function version41(): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'parley.db'));
  for (const statement of statementsFor(41)) database.exec(statement);
  database.exec(`PRAGMA user_version = 41;
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'Tea', '/tea', 'exec', 'guide', '{"status":"idle"}', 1, 1);
    INSERT INTO messages (id, workspace_id, role, complete_steps, created_at) VALUES (1, 'w', 'agent', 1, 1)`);
  const insert = database.prepare(
    `INSERT INTO command_changes (message_id, workspace_id, began_at, ended_at, result) VALUES (1, 'w', 1, ?, ?)`,
  );
  const files = [{ path: 'a.txt', before: 'a', after: null }];
  insert.run(2, JSON.stringify({ type: 'seen', files, kept: [] }));
  insert.run(null, null);
  const shown = { files: [], ranCommands: true, unseen: [], undo: null };
  database
    .prepare(`INSERT INTO turn_changes (message_id, workspace_id, shown, undo) VALUES (1, 'w', ?, ?)`)
    .run(JSON.stringify(shown), JSON.stringify(undoing));
  database.close();
  return folder;
}

test('what commands have changed before stays theirs, and so does an undo that was cut off', () => {
  const stores = storesIn(version41());
  const messageId = messageIdSchema.parse(1);
  expect(stores.turnChanges.compared(messageId)).toMatchObject([
    {
      wholeTurn: false,
      result: { type: 'seen', files: [{ path: 'a.txt' }], alsoChanged: [], kept: [] },
    },
    { wholeTurn: false, result: null },
  ]);
  expect(stores.turnChanges.undoing()).toMatchObject([{ undo: { ...undoing, before: null } }]);
  stores.close();
});
