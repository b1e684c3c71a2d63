import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeOlderDatabase, makeUnreleasedDatabase } from '../../../test/main/storage/older-database.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { release02 } from './migrations/0039-release-0.2.ts';
import { statementsSince } from './migrations/migrations.ts';
import { databaseIn, openAsHost } from '../../../test/main/storage/prepared-database.ts';
import { requestFullCheck } from './open-database.ts';
import { currentVersion } from './version.ts';

const at = () => 1_000;
const fileIn = (folder: string) => join(folder, 'parley.db');

/** It adds the folder's identity. */
const [firstStep = ''] = release02;

it('the version that is written is that of the last migration', () => {
  expect(statementsSince(currentVersion - 1)).toHaveLength(1);
  expect(statementsSince(currentVersion)).toEqual([]);
});

it('bringing a database up to date that fails leaves it as it was, beside a copy that can take its place', async () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder));
  const old = new DatabaseSync(fileIn(folder));
  old.exec(firstStep);
  old.close();
  await expect(openAsHost(folder, at)).rejects.toThrow(
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
  const { database } = await openAsHost(folder, at);
  expect(database.durable.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'tea' }]);
  database.close();
});

it('the copy is of what the database was just before, also where an earlier try had left one', async () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder));
  const old = new DatabaseSync(fileIn(folder));
  old.exec(firstStep);
  old.close();
  await expect(openAsHost(folder, at)).rejects.toThrow('could not be brought up to date');
  const used = new DatabaseSync(fileIn(folder));
  used.exec(`ALTER TABLE workspaces DROP COLUMN folder_identity; UPDATE workspaces SET name = 'coffee'`);
  used.close();
  databaseIn(folder).close();
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
    killed.exec(${JSON.stringify(`BEGIN IMMEDIATE; ${firstStep} PRAGMA cache_spill = 1;`)});
    process.kill(process.pid, 'SIGKILL');`;
  expect(spawnSync(process.execPath, ['--eval', program]).signal).toBe('SIGKILL');
  const { database, recovery } = await openAsHost(folder, at);
  expect(recovery).toBeUndefined();
  expect(database.durable.prepare('SELECT name FROM workspaces').all()).toEqual([{ name: 'tea' }]);
  database.close();
  expect(existsSync(`${fileIn(folder)}.v12.backup.new`)).toBe(false);
  const copy = new DatabaseSync(`${fileIn(folder)}.v12.backup`, { readOnly: true });
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  copy.close();
});

/** The versions of the main branch since 0.1.0. */
const unreleased = Array.from({ length: currentVersion - 13 }, (_, index) => 13 + index);

/** Makes the database of 0.1.0 one of a version of the main branch. */
function makeBetween(file: string, version: number): void {
  makeOlderDatabase(file, (old) => {
    const steps = statementsSince(12);
    const missing = statementsSince(version);
    for (const step of steps.slice(0, steps.length - missing.length)) old.exec(step);
    old.exec(`PRAGMA user_version = ${version}`);
  });
}

it('a database of 0.1.0 and those of the main branch come to have the schema of a new one', () => {
  const fresh = schemaOf(temporaryFolder());
  const [older, newest] = [temporaryFolder(), temporaryFolder()];
  makeOlderDatabase(fileIn(older));
  expect(schemaOf(older)).toEqual(fresh);
  makeUnreleasedDatabase(fileIn(newest));
  expect(schemaOf(newest)).toEqual(fresh);
  for (const version of unreleased) {
    const folder = temporaryFolder();
    makeBetween(fileIn(folder), version);
    expect({ version, schema: schemaOf(folder) }).toEqual({ version, schema: fresh });
  }
});

it('a database of the main branch gets the rows that one of 0.1.0 gets', () => {
  const older = temporaryFolder();
  makeOlderDatabase(fileIn(older));
  databaseIn(older).close();
  const rows = rowsOf(older);
  for (const version of unreleased) {
    const folder = temporaryFolder();
    makeBetween(fileIn(folder), version);
    databaseIn(folder).close();
    expect({ version, rows: rowsOf(folder) }).toEqual({ version, rows });
  }
});

/** What became of a row since 0.2. */
function broughtUp(table: string, row: Record<string, unknown>): Record<string, unknown> {
  switch (table) {
    case 'workspaces':
      return { ...row, cached_tokens: 0, title_due: 0 };
    case 'pending_actions':
      return { ...row, shown: withSettlement(String(row['shown'])) };
    case 'command_changes':
      return { ...row, whole_turn: 0 };
    case 'ledger':
      return { ...row, agent: null };
    case 'permissions':
      return { ...row, asked_by: 'agent' };
    case 'agent_sessions':
      return { ...row, folders: '[]', unprompted: '[]' };
    default:
      return row;
  }
}

/** The tables that have another name than in 0.2. */
const renamed = new Map([['command_changes', 'compared_changes']]);

/** The tables that there were none of, empty. */
const newTables = { worktrees: [], rewinds: [], git_acts: [] };

/** A shown preview, as JSON, with its outcome and the time as they are stored now. */
function withSettlement(shown: string): string {
  return shown.replace(
    /"ending":\{(.*?),"at":(\d+)(.*?)\},"undoing":false/,
    '"undoing":false,"settlement":{"outcome":{$1$3},"at":$2}',
  );
}

it('a database of the last version before 0.2 keeps each row as it was, and each makes sense', async () => {
  const folder = temporaryFolder();
  makeUnreleasedDatabase(fileIn(folder));
  const before = rowsOf(folder);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  databaseIn(folder).close();
  const expected = Object.entries(before).map(([table, rows]) => [
    renamed.get(table) ?? table,
    rows.map((row) => broughtUp(table, row)),
  ]);
  expect(rowsOf(folder)).toEqual({ ...Object.fromEntries(expected), ...newTables });
  requestFullCheck(folder);
  const { database, recovery } = await openAsHost(folder, at);
  expect(recovery).toBeUndefined();
  database.close();
});

/** The rows of each table, in the order in which they were added. */
function rowsOf(folder: string): Record<string, Record<string, unknown>[]> {
  const database = new DatabaseSync(fileIn(folder));
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  const rows = tables.map((table): [string, Record<string, unknown>[]] => [
    table,
    database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all(),
  ]);
  database.close();
  return Object.fromEntries(rows);
}

/** The names and statements of all that a database describes, without comments and blanks. */
function schemaOf(folder: string): Record<string, string> {
  databaseIn(folder).close();
  const database = new DatabaseSync(fileIn(folder));
  const described = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  database.close();
  const normal = (sql: unknown) => String(sql).replaceAll(/--.*|\s+/gu, '');
  return Object.fromEntries(
    described.map(({ type, name, sql }) => [`${String(type)} ${String(name)}`, normal(sql)]),
  );
}
