import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { files, killed } from '../../../../test/main/storage/killed-database.ts';
import { storedRows } from '../../../../test/main/storage/stored-chats.ts';
import { openAsHost } from '../../../../test/main/storage/prepared-database.ts';

const at = () => 1_000;

function damage(folder: string, name: string, change: (bytes: Buffer) => Buffer | void) {
  const bytes = readFileSync(join(folder, name));
  writeFileSync(join(folder, name), change(bytes) ?? bytes);
}

async function open(folder: string) {
  const before = files.slice(0, 2).map((name) => readFileSync(join(folder, name)));
  const { database, recovery } = await openAsHost(folder, at);
  const count = (table: string) =>
    database.durable.prepare(`SELECT count(*) AS c FROM ${table}`).get()?.['c'];
  const counts = Object.fromEntries(Object.keys(storedRows).map((table) => [table, count(table)]));
  const late = database.durable.prepare(`SELECT count(*) AS c FROM drafts WHERE body LIKE 'late %'`).get()?.[
    'c'
  ];
  database.close();
  if (recovery !== undefined) {
    const aside = ['', '-wal'].map((suffix) => readFileSync(recovery.setAside + suffix));
    expect(aside.map((bytes, index) => bytes.equals(before[index] ?? Buffer.alloc(0)))).toEqual([true, true]);
  }
  return { counts, late, notice: recovery?.notice };
}

it('a WAL that nothing happened to is opened as ever', async () => {
  expect(await open(killed())).toEqual({ counts: storedRows, late: 20, notice: undefined });
});

it('one bad byte in the WAL loses nothing, and is said', async () => {
  const folder = killed();
  damage(folder, 'parley.db-wal', (wal) => void (wal[5_000] = (wal[5_000] ?? 0) ^ 0x5a));
  const { counts, late, notice } = await open(folder);
  expect({ counts, late }).toEqual({ counts: storedRows, late: 20 });
  expect(notice).toBe(
    `The database was damaged. Everything in it was recovered. The damaged file was kept as ${join(folder, 'parley.db.corrupt-1000')}.`,
  );
  const { database, recovery } = await openAsHost(folder, at);
  database.close();
  expect(recovery).toBeUndefined();
});

it('a page of the WAL that is gone costs what stood in it alone, and is said', async () => {
  const folder = killed();
  damage(folder, 'parley.db-wal', (wal) => void wal.fill(0, 4_120 * 60, 4_120 * 61));
  const { counts, late, notice } = await open(folder);
  expect(late).toBe(20);
  const rows = (of: Record<string, unknown>) =>
    Object.values(of).reduce<number>((sum, count) => sum + Number(count), 0);
  expect(rows(counts)).toBeGreaterThan(rows(storedRows) * 0.95);
  expect(notice).toContain('Some of the latest changes could not be read');
});

it('an emptied database brings everything back from its WAL, which SQLite would delete', async () => {
  const folder = killed();
  damage(folder, 'parley.db', () => Buffer.alloc(0));
  expect(await open(folder)).toMatchObject({ counts: storedRows, late: 20 });
});

it('a WAL that is gone is said, as long as its index is there', async () => {
  const folder = killed();
  damage(folder, 'parley.db-wal', () => Buffer.alloc(0));
  expect((await open(folder)).notice).toContain('The database was damaged.');
  expect(existsSync(join(folder, 'parley.db.corrupt-1000'))).toBe(true);
});

it.each([
  ['a newer Parley', 999],
  ['a Parley from before 0.1.0', 11],
])('a database of %s is left alone, also with a damaged WAL', async (writer, version) => {
  const folder = killed();
  const database = new DatabaseSync(join(folder, 'parley.db'));
  database.exec(
    `PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE); UPDATE drafts SET body = 1`,
  );
  for (const name of files) copyFileSync(join(folder, name), join(folder, `kept-${name}`));
  database.close();
  for (const name of files) copyFileSync(join(folder, `kept-${name}`), join(folder, name));
  damage(folder, 'parley.db-wal', (wal) => void wal.fill(0x5a, 200, 400));
  const before = files.slice(0, 2).map((name) => readFileSync(join(folder, name)));
  await expect(openAsHost(folder, at)).rejects.toThrow(`was written by ${writer}. It was left as it is`);
  expect(files.slice(0, 2).map((name) => readFileSync(join(folder, name)))).toEqual(before);
  expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([]);
});
