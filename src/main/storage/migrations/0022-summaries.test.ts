import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('an older chat has no summary, and can get one', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, messages, summaries, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  expect(summaries.newest(row.id)).toBeUndefined();
  const until = messages.addAgentMessage(row.id, 2);
  const summary = { until, text: 'All of it', decisions: ['Yes', 'No'] };
  const id = summaries.add({ workspaceId: row.id, ...summary, at: 3 });
  expect(summaries.newest(row.id)).toEqual({ id, ...summary });
  expect(summaries.drop(row.id, id)).toBe(true);
  expect(summaries.newest(row.id)).toBeUndefined();
  close();
});
