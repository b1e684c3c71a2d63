import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toolCallIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('an older chat has run no commands, and can run some', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, commands, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  expect(row).toBeDefined();
  if (row !== undefined)
    expect(commands.nextNumber({ workspaceId: row.id, toolCallId: toolCallIdSchema.parse('one') })).toBe(1);
  expect([commands.open(), commands.markers()]).toEqual([[], []]);
  close();
});
