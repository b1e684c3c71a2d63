import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAsHost } from './prepared-database.ts';
import { storeChats, storedRows } from './stored-chats.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export const pageSize = 4_096;
export const at = () => 1_000;
export const fileIn = (folder: string) => join(folder, 'parley.db');

type Page = { number: number; table: string; isLeaf: boolean; cells: number };

let stored: { whole: Buffer; pages: Page[] } | undefined;

/** A real database in a folder of its own, and what each of its pages holds. */
export function storedChats() {
  // To fill it takes longer than most tests do.
  stored ??= fillDatabase();
  const folder = temporaryFolder();
  writeFileSync(fileIn(folder), stored.whole, { mode: 0o600 });
  return { folder, ...stored };
}

function fillDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stored-'));
  storeChats(folder);
  const database = new DatabaseSync(fileIn(folder));
  const pages = database.prepare('SELECT pageno, name, pagetype, ncell FROM dbstat').all();
  database.close();
  const whole = readFileSync(fileIn(folder));
  rmSync(folder, { recursive: true });
  return {
    whole,
    pages: pages.map(({ pageno, name, pagetype, ncell }): Page => {
      return {
        number: Number(pageno),
        table: String(name),
        isLeaf: pagetype === 'leaf',
        cells: Number(ncell),
      };
    }),
  };
}

/** Puts a damaged form of the database in a fresh folder and opens it as a host does. */
export async function openDamaged(folder: string, bytes: Buffer) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(fileIn(folder), bytes);
  const { database, recovery } = await openAsHost(folder, at);
  const count = (table: string) =>
    Number(database.durable.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
  const isSound =
    database.durable.prepare('PRAGMA integrity_check').get()?.['integrity_check'] === 'ok' &&
    database.durable.prepare('PRAGMA foreign_key_check').all().length === 0;
  const counts = Object.fromEntries(Object.keys(storedRows).map((table) => [table, count(table)]));
  database.close();
  return { recovery, counts, isSound };
}

export function withPage(whole: Buffer, number: number, fill: (page: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole);
  fill(bytes.subarray((number - 1) * pageSize, number * pageSize));
  return bytes;
}

export function missing(table: string): never {
  throw new Error(`${table} has no page`);
}

export const overwritten = (page: Buffer) => void page.fill(0xff);
