import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { databaseIn, openAsHost } from '../../../test/main/storage/prepared-database.ts';
import { StorageError } from './storage-error.ts';

const at = () => 1_000;

describe('a database', () => {
  it('makes the folder and the tables, and finds them again', async () => {
    const folder = join(temporaryFolder(), 'new', 'data');
    const { database, recovery } = await openAsHost(folder, at);
    database.durable.exec(`INSERT INTO settings VALUES ('theme', '"dark"')`);
    database.close();
    const { database: again } = await openAsHost(folder, at);
    expect(again.relaxed.prepare('SELECT value FROM settings').get()).toEqual({ value: '"dark"' });
    expect(recovery).toBeUndefined();
    again.close();
  });

  it('syncs every commit of the durable connection, and of the relaxed one not', async () => {
    const { database } = await openAsHost(temporaryFolder(), at);
    expect(database.durable.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.relaxed.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
    expect(database.durable.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
  });

  it('lets nobody else read what is kept', () => {
    const folder = temporaryFolder();
    databaseIn(folder).close();
    expect(statSync(join(folder, 'parley.db')).mode & 0o777).toBe(0o600);
  });
});

describe('a database that cannot be used', () => {
  it('is refused and left as it is when it is of a newer version', async () => {
    const folder = temporaryFolder();
    const newer = new DatabaseSync(join(folder, 'parley.db'));
    newer.exec('PRAGMA user_version = 999; CREATE TABLE future (x)');
    newer.close();
    const before = readFileSync(join(folder, 'parley.db'));
    await expect(openAsHost(folder, at)).rejects.toThrow(/newer Parley/);
    expect(readFileSync(join(folder, 'parley.db')).subarray(100)).toEqual(before.subarray(100));
  });

  it('is set aside, not deleted, when it is none at all', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'parley.db'), 'this was never a database, whatever its name says');
    const { database, recovery } = await openAsHost(folder, at);
    expect(recovery?.setAside).toBe(join(folder, 'parley.db.corrupt-1000'));
    expect(readFileSync(join(folder, 'parley.db.corrupt-1000'), 'utf8')).toMatch(/never a database/);
    expect(readdirSync(folder)).toContain('parley.db');
    database.close();
  });

  it('is set aside when a page is damaged', async () => {
    const folder = temporaryFolder();
    const { database } = await openAsHost(folder, at);
    database.close();
    const file = join(folder, 'parley.db');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 4096, 4096 * 3));
    const again = await openAsHost(folder, at);
    expect(again.recovery?.setAside).toBe(join(folder, 'parley.db.corrupt-1000'));
    again.database.close();
  });

  it('is named plainly when its folder cannot be used', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(openAsHost(join(file, 'data'), at)).rejects.toThrow(StorageError);
    await expect(openAsHost(join(file, 'data'), at)).rejects.toThrow(/can't be used/);
  });
});
