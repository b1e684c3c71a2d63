import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

/** The reminder as it was stored before; what is sent today may change, this may not. */
const reminder = [
  '<system-reminder>',
  'This is a preview. Call the `resolve` tool to apply or discard these changes.',
  '</system-reminder>',
].join('\n');

test('the reminders of before are told from what happened', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), (old) => {
    const said = old.prepare(
      "INSERT INTO steering (workspace_id, message_id, step, text, kind) VALUES (?, ?, 2, ?, 'aside')",
    );
    const row = old.prepare('SELECT workspace_id, message_id FROM steering').get();
    const place = [row?.['workspace_id'] ?? null, row?.['message_id'] ?? null] as const;
    old.exec('DELETE FROM steering');
    said.run(...place, reminder);
    said.run(...place, 'About the preview “Edit menu.txt”: Applied.');
  });
  const { workspaces, steering, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  expect(steering.placed(row.id).map(({ kind }) => kind)).toEqual(['reminder', 'aside']);
  close();
});
