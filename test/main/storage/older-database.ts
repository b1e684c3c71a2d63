import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storesIn } from './prepared-database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

type Fill = (database: DatabaseSync) => void;

/**
 * Makes the database of version 12 that Parley 0.1.0 wrote: the chat `tea`, whose agent asked which tea (it was
 * answered), changed a file (it was applied) and asks which cup, with an attached file and an unsent message.
 * `fill` puts more there.
 */
export function makeOlderDatabase(file: string, fill?: Fill): void {
  makeDatabase(file, 'version-12.sql', fill);
}

/**
 * Makes the database of version 38 that the stores of the main branch wrote, before that version became a part of
 * 39: the one of 0.1.0, brought up to date, with a second chat, `Repair the clock`, that has rows in every table.
 */
export function makeUnreleasedDatabase(file: string, fill?: Fill): void {
  makeDatabase(file, 'version-38.sql', fill);
}

/** Makes a database of a version that no Parley opens any more. */
export function makeTooOldDatabase(file: string): void {
  makeOlderDatabase(file, (old) => old.exec('PRAGMA user_version = 11'));
}

/** Opens the stores of a database that Parley 0.1.0 wrote, with its chat. */
export function openOlderStores(fill?: Fill) {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), fill);
  const stores = storesIn(folder);
  const chat = stores.workspaces.list().find(({ name }) => name === 'tea');
  if (chat === undefined) throw new Error('The older database has no chat.');
  return { ...stores, chat, file: join(folder, 'parley.db') };
}

function makeDatabase(file: string, recorded: string, fill: Fill = () => undefined): void {
  const old = new DatabaseSync(file);
  old.exec(readFileSync(join(import.meta.dirname, recorded), 'utf8'));
  old.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
  fill(old);
  old.close();
}
