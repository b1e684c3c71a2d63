import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('an older chat keeps the context it had, until it is known which message took it', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, usage, messages, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  messages.addAgentMessage(row.id, 2);
  usage.setContext(row.id, 70);
  usage.showContext(row.id);
  expect(usage.read(row.id).context).toBe(70);
  usage.add(row.id, messages.addAgentMessage(row.id, 3), { input: 10, output: 5 }, null);
  usage.showContext(row.id);
  expect(usage.read(row.id).context).toBe(15);
  close();
});
