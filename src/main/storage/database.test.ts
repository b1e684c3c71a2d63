import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { manualClock } from '../../../test/main/manual-clock.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { inTransaction, WritingConnection } from './database.ts';
import { databaseIn } from '../../../test/main/storage/prepared-database.ts';
import { openStores } from './stores.ts';

/** A database whose timers run out by hand. */
function openHere() {
  const folder = temporaryFolder();
  const clock = manualClock();
  const database = databaseIn(folder, clock.after);
  const save = database.durable.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  const saveRelaxed = database.relaxed.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)');
  const file = join(folder, 'parley.db');
  return { clock, database, save, saveRelaxed, file, walSize: () => statSync(`${file}-wal`).size };
}

it('the WAL goes into the database once nothing was written for a while, and nothing runs after that', () => {
  const { clock, database, save, saveRelaxed, file, walSize } = openHere();
  save.run('one', '"durable text"');
  expect(clock.waiting).toHaveLength(1);
  clock.runOut();
  expect(walSize()).toBeGreaterThan(0);
  clock.runOut();
  expect(walSize()).toBe(0);
  expect(clock.waiting).toEqual([]);
  expect(readFileSync(file).includes('durable text')).toBe(true);
  saveRelaxed.run('two', '"relaxed text"');
  saveRelaxed.run('two', '"relaxed text again"');
  clock.runOut();
  expect(walSize()).toBeGreaterThan(0);
  clock.runOut();
  expect(walSize()).toBe(0);
  database.close();
});

it('a reader elsewhere is not waited for, and the WAL goes when it has gone', () => {
  const { clock, database, save, file, walSize } = openHere();
  save.run('one', '1');
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM settings').all();
  save.run('two', '2');
  for (let times = 0; times < 2; times += 1) {
    // A wait for the reader would outlast the test.
    database.durable.exec('PRAGMA busy_timeout = 3600000');
    clock.runOut();
  }
  expect(walSize()).toBeGreaterThan(0);
  reader.close();
  clock.runOut();
  expect(walSize()).toBe(0);
  expect(database.durable.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 2_000 });
  database.close();
});

it('a reader that stays is left alone after some tries', () => {
  const { clock, database, save, file } = openHere();
  save.run('one', '1');
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM settings').all();
  save.run('two', '2');
  for (let times = 0; times < 10; times += 1) clock.runOut();
  expect(clock.waiting).toEqual([]);
  reader.close();
  database.close();
});

it('the WAL stays about 1 MB however long it is written to without a rest, also after a large change', () => {
  const { database, save, walSize } = openHere();
  let largest = 0;
  for (let index = 0; index < 300; index += 1) {
    save.run(`name-${index % 7}`, JSON.stringify('x'.repeat(9_000)));
    largest = Math.max(largest, walSize());
  }
  expect(largest).toBeGreaterThan(900_000);
  expect(largest).toBeLessThan(1_100_000);
  save.run('large', JSON.stringify('x'.repeat(5_000_000)));
  save.run('small', '1');
  expect(walSize()).toBeLessThan(1_100_000);
  database.close();
});

it('a start prepares few of the statements that the stores have, and all of them can be', () => {
  const folder = temporaryFolder();
  databaseIn(folder).close();
  const written = vi.spyOn(WritingConnection.prototype, 'prepare');
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const stores = openStores(folder);
  expect(prepared.mock.calls.length).toBeLessThan(40);
  expect(written.mock.calls.length).toBeGreaterThan(150);
  for (const result of written.mock.results) if (result.type === 'return') result.value.columns();
  expect(prepared.mock.calls.length).toBeGreaterThanOrEqual(written.mock.calls.length);
  stores.close();
});

it('a transaction does all or nothing', () => {
  const database = databaseIn(temporaryFolder());
  const add = (name: string) => database.durable.exec(`INSERT INTO settings VALUES ('${name}', '1')`);
  expect(() =>
    inTransaction(database.durable, () => {
      add('a');
      add('a');
    }),
  ).toThrow(/UNIQUE/);
  inTransaction(database.durable, () => add('b'));
  expect(database.relaxed.prepare('SELECT name FROM settings').all()).toEqual([{ name: 'b' }]);
  database.close();
});
