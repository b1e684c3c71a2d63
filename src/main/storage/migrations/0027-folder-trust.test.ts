import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('an older Parley has trusted no folder, and can trust one', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { trust, close } = openStores(folder, () => 1);
  expect(trust.list()).toEqual([]);
  const decision = {
    folder: '/a',
    identity: '1:2:3',
    trusted: true,
    files: { '.mcp.json': 'x' },
    decidedAt: 4,
  };
  trust.save(decision);
  expect([trust.list(), trust.get('/a'), trust.get('/b')]).toEqual([[decision], decision, undefined]);
  close();
});
