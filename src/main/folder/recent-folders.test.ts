import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { findRecentFolders } from './recent-folders.ts';

/** Makes a folder that last changed so many seconds after 1970. */
function made(folder: string, seconds: number, isRepository = true): string {
  mkdirSync(join(folder, isRepository ? '.git' : '.'), { recursive: true });
  if (isRepository) utimesSync(join(folder, '.git'), seconds, seconds);
  utimesSync(folder, seconds, seconds);
  return folder;
}

it('finds repositories in a home and in the usual places there, the last changed first', async () => {
  const home = temporaryFolder();
  const old = made(join(home, 'old'), 100);
  const parser = made(join(home, 'Code', 'parser'), 300);
  made(join(home, 'elsewhere', 'hidden-from-us'), 900);
  made(join(home, '.cache-of-something'), 900);
  made(join(home, 'pictures'), 900, false);
  expect(await findRecentFolders(home, [])).toEqual([
    { folder: parser, shown: '~/Code/parser', changedAt: 300_000 },
    { folder: old, shown: '~/old', changedAt: 100_000 },
  ]);
});

it('counts a commit or a checkout as a change', async () => {
  const home = temporaryFolder();
  const first = made(join(home, 'first'), 100);
  made(join(home, 'second'), 200);
  writeFileSync(join(first, '.git', 'index'), '');
  utimesSync(join(first, '.git', 'index'), 300, 300);
  expect((await findRecentFolders(home, [])).map(({ folder }) => folder)[0]).toBe(first);
});

it('takes known folders along, once each, and passes by those that are gone', async () => {
  const home = temporaryFolder();
  const known = made(join(temporaryFolder(), 'known'), 500, false);
  const both = made(join(home, 'both'), 100);
  expect(await findRecentFolders(home, [known, both, '/nowhere'])).toEqual([
    { folder: known, shown: known, changedAt: 500_000 },
    { folder: both, shown: '~/both', changedAt: 100_000 },
  ]);
});

it('offers four at most, and none where there is no home', async () => {
  const home = temporaryFolder();
  for (let index = 0; index < 6; index += 1) made(join(home, `project-${index}`), 100 + index);
  expect(await findRecentFolders(home, [])).toHaveLength(4);
  expect(await findRecentFolders(join(home, 'nowhere'), [])).toEqual([]);
});
