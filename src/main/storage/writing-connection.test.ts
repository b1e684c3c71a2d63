import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { openStores } from './stores.ts';
import { WritingConnection } from './writing-connection.ts';

test('a start prepares few of the statements that the stores have, and all of them can be', () => {
  const written = vi.spyOn(WritingConnection.prototype, 'prepare');
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const stores = openStores(temporaryFolder(), () => 1_000);
  expect(prepared.mock.calls.length).toBeLessThan(40);
  expect(written.mock.calls.length).toBeGreaterThan(150);
  for (const result of written.mock.results) if (result.type === 'return') result.value.columns();
  expect(prepared.mock.calls.length).toBeGreaterThanOrEqual(written.mock.calls.length);
  stores.close();
});
