import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { messageCountSql } from '../message-store.ts';
import { openStores } from '../stores.ts';

test('messages of an older chat are counted, from an index alone', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.db');
  makeOlderDatabase(file);
  const { workspaces, messages, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  const added = messages.addAgentMessage(row.id, 2);
  const { all, before } = messages.count(row.id, added);
  expect(all).toBeGreaterThan(1);
  expect(before).toBe(all - 1);
  close();
  const database = new DatabaseSync(file);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${messageCountSql}`).all(row.id, added);
  const reads = steps.map(({ detail }) => String(detail)).filter((step) => step.includes('messages'));
  expect(reads).toHaveLength(2);
  for (const step of reads) expect(step).toContain('COVERING INDEX shown_messages');
  database.close();
});
