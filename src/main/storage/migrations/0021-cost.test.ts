import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('what the tokens of an older chat cost is not known', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), (database) =>
    database.exec('UPDATE workspaces SET input_tokens = 900, output_tokens = 100'),
  );
  const { workspaces, usage, messages, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  expect(usage.read(row.id).cost).toEqual({ dollars: 0, unpriced: 1_000 });
  usage.add(row.id, messages.addAgentMessage(row.id, 2), { input: 10, output: 5 }, 0.25);
  expect(usage.read(row.id).cost).toEqual({ dollars: 0.25, unpriced: 1_000 });
  close();
});
