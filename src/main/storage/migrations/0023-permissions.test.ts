import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('the record of an older Parley is kept under its numbers, and goes on behind them', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.db');
  makeOlderDatabase(file);
  const old = new DatabaseSync(file);
  const before = old.prepare('SELECT * FROM ledger ORDER BY id').all();
  old.close();
  expect(before.length).toBeGreaterThan(0);
  const { ledger, ledgerIndex, rules, close } = openStores(folder, () => 1);
  const kept = ledger.entries(await ledgerIndex.find({ query: '' }));
  expect(kept.map(({ id, settledAt }) => ({ id, settledAt }))).toEqual(
    before.map((row) => ({ id: row['id'], settledAt: row['settled_at'] })).toReversed(),
  );
  expect(rules.list()).toEqual([]);
  close();
});
