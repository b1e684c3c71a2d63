import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const tableNames = z.array(z.object({ name: z.string() }));

/** A hash of everything in the database of a data folder: another one whenever anything in it is. */
export function databaseMark(dataDir: string): string {
  const database = new DatabaseSync(join(dataDir, 'parley.db'), { readOnly: true });
  try {
    const hash = createHash('sha256');
    const tables = tableNames.parse(
      database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all(),
    );
    for (const { name } of tables) {
      hash.update(name);
      for (const row of database.prepare(`SELECT * FROM "${name}"`).iterate())
        hash.update(JSON.stringify(row));
    }
    return hash.digest('hex');
  } finally {
    database.close();
  }
}
