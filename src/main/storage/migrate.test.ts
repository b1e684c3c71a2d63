import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeOlderDatabase } from '../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { openDatabase } from './open-database.ts';
import { folderIdentity } from './migrations/0013-folder-identity.ts';

const at = () => 1_000;
const fileIn = (folder: string) => join(folder, 'parley.db');

it('bringing a database up to date that fails leaves it as it was, beside a copy that can take its place', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder));
  const old = new DatabaseSync(fileIn(folder));
  old.exec(folderIdentity);
  old.close();
  expect(() => openDatabase(folder, at)).toThrow(
    `${fileIn(folder)} could not be brought up to date and is as it was. The database reported: duplicate column name: folder_identity A copy of it is in ${fileIn(folder)}.v12.backup.`,
  );
  for (const file of [fileIn(folder), `${fileIn(folder)}.v12.backup`]) {
    const left = new DatabaseSync(file);
    expect(left.prepare('PRAGMA user_version').get()).toEqual({ user_version: 12 });
    expect(left.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'tea' }]);
    left.exec('ALTER TABLE workspaces DROP COLUMN folder_identity');
    left.close();
  }
  renameSync(`${fileIn(folder)}.v12.backup`, fileIn(folder));
  const { database } = openDatabase(folder, at);
  expect(database.durable.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'tea' }]);
  database.close();
});

it('the copy is of what the database was just before, also where an earlier try had left one', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder));
  const old = new DatabaseSync(fileIn(folder));
  old.exec(folderIdentity);
  old.close();
  expect(() => openDatabase(folder, at)).toThrow('could not be brought up to date');
  const used = new DatabaseSync(fileIn(folder));
  used.exec(`ALTER TABLE workspaces DROP COLUMN folder_identity; UPDATE workspaces SET name = 'coffee'`);
  used.close();
  openDatabase(folder, at).database.close();
  const copy = new DatabaseSync(`${fileIn(folder)}.v12.backup`, { readOnly: true });
  expect(copy.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'coffee' }]);
  copy.close();
});

it('bringing a database up to date that was killed in the middle begins again, with a whole copy', async () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder));
  writeFileSync(`${fileIn(folder)}.v12.backup.new`, 'half a copy');
  const program = `const { DatabaseSync } = require('node:sqlite');
    const killed = new DatabaseSync(${JSON.stringify(fileIn(folder))});
    killed.exec(${JSON.stringify(`BEGIN IMMEDIATE; ${folderIdentity} PRAGMA cache_spill = 1;`)});
    process.kill(process.pid, 'SIGKILL');`;
  expect(spawnSync(process.execPath, ['--eval', program]).signal).toBe('SIGKILL');
  const { database, recovery } = openDatabase(folder, at);
  expect(recovery).toBeUndefined();
  expect(database.durable.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'tea' }]);
  database.close();
  expect(existsSync(`${fileIn(folder)}.v12.backup.new`)).toBe(false);
  const copy = new DatabaseSync(`${fileIn(folder)}.v12.backup`, { readOnly: true });
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  copy.close();
});

it('an older database that was brought up to date has the same schema as a new one', () => {
  const [older, fresh] = [temporaryFolder(), temporaryFolder()];
  makeOlderDatabase(fileIn(older));
  expect(schemaOf(older)).toEqual(schemaOf(fresh));
});

/** The names and statements of all that a database describes, without comments and blanks. */
function schemaOf(folder: string): Record<string, string> {
  openDatabase(folder, at).database.close();
  const database = new DatabaseSync(fileIn(folder));
  const described = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  database.close();
  const normal = (sql: unknown) => String(sql).replaceAll(/--.*|\s+/gu, '');
  return Object.fromEntries(
    described.map(({ type, name, sql }) => [`${String(type)} ${String(name)}`, normal(sql)]),
  );
}
