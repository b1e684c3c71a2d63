import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { removeLeftBehind } from './left-behind.ts';

test('folders that a killed process has left are removed after a day, and no others', async () => {
  const folder = temporaryFolder();
  for (const name of ['parley-index-a', 'parley-sides-b', 'parley-command-c', 'index'])
    mkdirSync(join(folder, name));
  const now = Date.now();
  await removeLeftBehind(folder, now + 1_000);
  expect(readdirSync(folder)).toHaveLength(4);
  await removeLeftBehind(folder, now + 25 * 60 * 60 * 1_000);
  expect(readdirSync(folder)).toEqual(['index', 'parley-command-c']);
});
