import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

const insert = `INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
  VALUES (?, ?, ?, 'plan', 'guide', '{"status":"idle"}', 1, 1)`;

/** Returns for some older workspaces, as name and folder, if they are taken for named by the person. */
function named(...older: [name: string, folder: string][]): boolean[] {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), (database) => {
    older.forEach(([name, path], index) => database.prepare(insert).run(`older-${index}`, name, path));
    database.prepare(insert).run('inbox', 'inbox', '/data/inbox');
  });
  const { workspaces, close } = openStores(folder, () => 1);
  const rows = workspaces.list();
  close();
  expect(rows.find(({ id }) => id === 'inbox')?.named).toBe(true);
  expect(rows.every(({ pinned }) => !pinned)).toBe(true);
  return older.map((_, index) => rows.find(({ id }) => id === `older-${index}`)?.named ?? true);
}

test('an older workspace that is called after its folder has no name of its own', () => {
  expect(named(['parser', '/home/ann/parser'], ['parser', 'C:\\Users\\ann\\parser'], ['a', 'a'])).toEqual([
    false,
    false,
    false,
  ]);
});

test('one that was renamed keeps its name', () => {
  expect(named(['North wing', '/home/ann/parser'], ['ann', '/home/ann/parser'], ['', '/home/ann'])).toEqual([
    true,
    true,
    true,
  ]);
});
