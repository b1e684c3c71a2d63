import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openStores } from '../stores.ts';

const workspaceId = workspaceIdSchema.parse('w');
const [own, toolCallId] = [toolCallIdSchema.parse('own'), toolCallIdSchema.parse('call')];

test("a chat of an older database stays its agent's own, and askers from outside find their place in it", () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), 8, (old) =>
    old.exec(`INSERT INTO messages (id, workspace_id, role, created_at) VALUES (1, 'w', 'agent', 1);
    INSERT INTO parts (message_id, position, step, type, tool_call_id, tool_name, input)
      VALUES (1, 0, 0, 'tool', 'own', 'ask', 'null');
    INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at)
      VALUES ('w', 'own', 1, 'Parley', '[]', 1);`),
  );

  const stores = openStores(folder, () => 1);
  expect(stores.outside.pending()).toEqual([]);
  expect(stores.workspaces.get(workspaceId)).toMatchObject({
    waiting: 1,
    waiting_for: ['question'],
    outside_asker: null,
    outside_asks: [],
  });
  stores.outside.open({
    workspaceId,
    toolCallId,
    asker: 'codex',
    tool: 'ask',
    toolName: 'ask',
    kind: 'question',
    questions: [],
    key: null,
    likeness: 'the same',
    at: 2,
  });
  const rows = stores.messages.page(workspaceId, Number.MAX_SAFE_INTEGER, 10);
  expect(rows.map((row) => row.outside)).toEqual([false, true]);
  expect(stores.asks.get(workspaceId, own)).toMatchObject({ asker: 'Parley' });
  expect(stores.asks.get(workspaceId, own)).not.toHaveProperty('presence');
  expect(stores.asks.get(workspaceId, toolCallId)).toMatchObject({ asker: 'codex', presence: 'waiting' });
  stores.close();
});
