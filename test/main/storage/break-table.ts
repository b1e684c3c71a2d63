import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes some writes to the database of a data folder fail, as a full disk would, until the returned
 * function is called. `write` is what SQLite calls it: `UPDATE ON asks`.
 */
export function breakTable(dataDir: string, write: string): () => void {
  const connection = new DatabaseSync(join(dataDir, 'parley.db'));
  connection.exec(`CREATE TRIGGER broken BEFORE ${write} BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  return () => {
    connection.exec('DROP TRIGGER broken');
    connection.close();
  };
}
