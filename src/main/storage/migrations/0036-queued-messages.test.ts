import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { queuedMessagesSql } from '../message-store.ts';
import { openStores } from '../stores.ts';

test('queued messages of an older chat are found without reading its other messages', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.db');
  makeOlderDatabase(file);
  openStores(folder, () => 1).close();
  const database = new DatabaseSync(file);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${queuedMessagesSql}`).all('chat');
  expect(steps.map(({ detail }) => detail)).toEqual([
    'SEARCH messages USING INDEX queued_messages (workspace_id=?)',
  ]);
  database.close();
});
