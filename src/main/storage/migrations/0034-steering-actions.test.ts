import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('what an agent was told of a preview before is known to be about it', () => {
  const folder = temporaryFolder();
  let edit: unknown;
  makeOlderDatabase(join(folder, 'parley.db'), (old) => {
    const action = old
      .prepare("SELECT * FROM pending_actions WHERE shown ->> '$.label' = 'Edit menu.txt'")
      .get();
    edit = action?.['id'];
    const said = old.prepare(
      "INSERT INTO steering (workspace_id, message_id, step, text, kind) VALUES (?, ?, 2, ?, 'aside')",
    );
    for (const text of ['About the preview “Edit menu.txt”: Applied.', 'About the preview “Edit”: Applied.'])
      said.run(action?.['workspace_id'] ?? null, action?.['message_id'] ?? null, text);
  });
  const { workspaces, steering, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  expect(steering.placed(row.id).map(({ about }) => about)).toEqual([null, edit, null]);
  close();
});
