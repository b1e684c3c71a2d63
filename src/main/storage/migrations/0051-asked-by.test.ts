import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { storesIn } from '../../../../test/main/storage/prepared-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { statementsFor } from './migrations.ts';

/** A data folder with the database of version 49, in which a setup line waits, and a command of an agent called Parley. */
function version49(): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'parley.db'));
  for (const statement of statementsFor(49)) database.exec(statement);
  database.exec(`PRAGMA user_version = 49;
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'Tea', '/tea', 'exec', 'acp/mine', '{"status":"idle"}', 1, 1);
    INSERT INTO messages (id, workspace_id, role, complete_steps, created_at) VALUES (1, 'w', 'agent', 1, 1)`);
  const part = database.prepare(
    `INSERT INTO parts (message_id, position, step, type, kind, text, tool_call_id, tool_name, input)
       VALUES (1, ?, 0, 'tool', 'run', '', ?, ?, '{}')`,
  );
  const permission = database.prepare(
    `INSERT INTO permissions (id, workspace_id, tool_call_id, message_id, asker, folder, subject, choices, opened_at)
       VALUES (?, 'w', ?, 1, 'Parley', '/tea', ?, '[]', 1)`,
  );
  const subject = JSON.stringify({ type: 'command', line: 'npm ci', folder: '/tea', confined: false });
  for (const [position, call, tool] of [
    [0, 'setup-w-1', 'set_up_worktree'],
    [1, 'setup-mine', 'run_command'],
    [2, 'call-1', 'set_up_worktree'],
  ] as const) {
    part.run(position, call, tool);
    permission.run(call, call, subject);
  }
  database.close();
  return folder;
}

test('Parley asked for what its own calls wait for, and an agent of the same name for the rest', () => {
  const stores = storesIn(version49());
  const workspaceId = workspaceIdSchema.parse('w');
  const waiting = stores.permissions.waiting(workspaceId);
  expect(waiting.map(({ shown }) => shown.askedBy)).toEqual(['parley', 'agent', 'agent']);
  const chat = stores.workspaces.get(workspaceId);
  expect([chat?.first_waiting, ...(chat?.also_waiting ?? [])]).toMatchObject([
    { toolCallId: 'call-1', askedBy: 'agent' },
    { toolCallId: 'setup-mine', askedBy: 'agent' },
    { toolCallId: 'setup-w-1', askedBy: 'parley' },
  ]);
  stores.close();
});
