import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { migrations } from './migrations/migrations.ts';

const at = () => 1_000;
const fileIn = (folder: string) => join(folder, 'parley.db');

it('bringing a database up to date that fails leaves it as it was, beside a copy that can take its place', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder), 9);
  const old = new DatabaseSync(fileIn(folder));
  old.exec('CREATE TABLE ledger (in_the_way)');
  old.close();
  expect(() => openDatabase(folder, at)).toThrow(
    `${fileIn(folder)} could not be brought up to date and is as it was. The database reported: table ledger already exists A copy of it is in ${fileIn(folder)}.v9.backup.`,
  );
  for (const file of [fileIn(folder), `${fileIn(folder)}.v9.backup`]) {
    const left = new DatabaseSync(file);
    expect(left.prepare('PRAGMA user_version').get()).toEqual({ user_version: 9 });
    expect(left.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'Old' }]);
    left.exec('DROP TABLE ledger');
    left.close();
  }
  renameSync(`${fileIn(folder)}.v9.backup`, fileIn(folder));
  const { database } = openDatabase(folder, at);
  expect(database.durable.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'Old' }]);
  database.close();
});

it('bringing a database up to date that was killed in the middle begins again, with a whole copy', async () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder), 9);
  writeFileSync(`${fileIn(folder)}.v9.backup.new`, 'half a copy');
  const program = `const { DatabaseSync } = require('node:sqlite');
    const killed = new DatabaseSync(${JSON.stringify(fileIn(folder))});
    killed.exec(${JSON.stringify(`BEGIN IMMEDIATE; ${migrations[9]} PRAGMA cache_spill = 1;`)});
    process.kill(process.pid, 'SIGKILL');`;
  expect(spawnSync(process.execPath, ['--eval', program]).signal).toBe('SIGKILL');
  const { database, recovery } = openDatabase(folder, at);
  expect(recovery).toBeUndefined();
  expect(database.durable.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'Old' }]);
  database.close();
  expect(existsSync(`${fileIn(folder)}.v9.backup.new`)).toBe(false);
  const copy = new DatabaseSync(`${fileIn(folder)}.v9.backup`, { readOnly: true });
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  copy.close();
});
