import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A table that takes single rows, each on the disk before the next: the measure for an answer. */
export function syncedInserts(folder: string) {
  const database = new DatabaseSync(join(folder, 'reference.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (text TEXT)');
  const insert = database.prepare('INSERT INTO rows VALUES (?)');
  return {
    add(rows: number): void {
      for (let count = 0; count < rows; count += 1) insert.run('An answer that somebody gave.'.repeat(5));
    },
    close: () => database.close(),
  };
}
