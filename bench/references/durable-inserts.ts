import { DatabaseSync } from 'node:sqlite';

/** The least that is kept: rows of a table, each on the disk before the next is written. */
export function durableInserts(file: string): { insert(text: string): void; close(): void } {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE kept (text TEXT)');
  const insert = database.prepare('INSERT INTO kept (text) VALUES (?)');
  return { insert: (text) => void insert.run(text), close: () => database.close() };
}
