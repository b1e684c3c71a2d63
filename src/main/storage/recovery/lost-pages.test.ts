import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import {
  fileIn,
  missing,
  openDamaged,
  overwritten,
  pageSize,
  storedChats,
  withPage,
} from '../../../../test/main/storage/damaged-database.ts';
import { storedRows } from '../../../../test/main/storage/stored-chats.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';

it('a recovery keeps what is described before the damage where that is the description of the tables', async () => {
  const { folder, whole, pages } = storedChats();
  const page =
    pages.filter(({ table, isLeaf }) => table === 'sqlite_schema' && isLeaf).at(-1) ?? missing('it');
  const { counts, isSound } = await openDamaged(folder, withPage(whole, page.number, overwritten));
  expect(isSound).toBe(true);
  expect(counts).toMatchObject({ workspaces: 40, messages: 800, parts: 1_600, drafts: 40, settings: 1 });
});

it('a recovery finds every row though nothing tells where the tables are, or how the database begins', async () => {
  const { folder, whole } = storedChats();
  const heads: ((page: Buffer) => void)[] = [
    overwritten,
    (page) => page.fill(0),
    (page) => page.fill(0, 0, 100),
  ];
  for (const damage of heads) {
    const { recovery, counts, isSound } = await openDamaged(folder, withPage(whole, 1, damage));
    expect({ counts, isSound }).toEqual({ counts: storedRows, isSound: true });
    if (recovery === undefined) throw new Error('nothing was recovered');
  }
});

it('a recovery finds the rows below a page that leads to all others of its table', async () => {
  const { folder, whole, pages } = storedChats();
  const leading = pages.filter(({ table, isLeaf }) => !isLeaf && Object.keys(storedRows).includes(table));
  expect(leading.length).toBeGreaterThan(5);
  for (const { number } of leading) {
    const { counts, isSound } = await openDamaged(folder, withPage(whole, number, overwritten));
    expect({ counts, isSound }).toEqual({ counts: storedRows, isSound: true });
  }
});

it('a recovery loses of a damaged page only the rows that are damaged themselves', async () => {
  const { folder, whole, pages } = storedChats();
  const leaf = pages.filter(({ table, isLeaf }) => table === 'ledger' && isLeaf)[2] ?? missing('ledger');
  const inHalf = (page: Buffer) => void page.fill(0xff, pageSize - 600);
  const { counts } = await openDamaged(folder, withPage(whole, leaf.number, inHalf));
  expect(leaf.cells).toBeGreaterThan(4);
  expect(counts['ledger']).toBeGreaterThan(storedRows.ledger - leaf.cells / 2);
  expect(counts['ledger']).toBeLessThan(storedRows.ledger);
});

it('nothing is brought back of what was removed', async () => {
  const { folder } = storedChats();
  const database = new DatabaseSync(fileIn(folder));
  database.exec(`PRAGMA foreign_keys = ON; DELETE FROM workspaces WHERE id <> 'workspace-3'`);
  database.close();
  const { counts } = await openDamaged(
    folder,
    withPage(readFileSync(fileIn(folder)), 1, (page) => page.fill(0xff, 100)),
  );
  expect(counts).toMatchObject({ workspaces: 1, messages: 20, ledger: storedRows.ledger });
});

it('a recovery that finds nothing says so', async () => {
  const folder = temporaryFolder();
  const { recovery } = await openDamaged(folder, Buffer.alloc(pageSize * 3, 0xff));
  expect(recovery?.notice).toContain('Nothing in it could be read, so Parley started with an empty one.');
});
