import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const inserts = 500;

/** How many single rows a second the disk takes, each on it before the next: what an answer can be measured by. */
export function syncedInserts(folder: string): number {
  const database = new DatabaseSync(join(folder, 'reference.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (text TEXT)');
  const insert = database.prepare('INSERT INTO rows VALUES (?)');
  const began = performance.now();
  for (let count = 0; count < inserts; count += 1) insert.run('An answer that somebody gave.'.repeat(5));
  const rate = Math.round((inserts * 1_000) / (performance.now() - began));
  database.close();
  return rate;
}
