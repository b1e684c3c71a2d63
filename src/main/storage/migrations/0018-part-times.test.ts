import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { spanOf } from '../part-store.ts';
import { openStores } from '../stores.ts';

test('the time that a call of an older chat took is not known', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, parts, close } = openStores(folder, () => 1);
  const stored = workspaces.list().flatMap(({ id }) => [...parts.ofChat(id).values()].flat());
  expect(stored.some(({ type }) => type === 'tool')).toBe(true);
  expect(stored.map(spanOf).filter((span) => span !== undefined)).toEqual([]);
  close();
});
