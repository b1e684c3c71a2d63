import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/main/storage/open-database.ts';

let fresh: Buffer | undefined;

/**
 * Puts an empty database of this version into a data folder that has none, as a first start makes it. Making the tables
 * takes longer than most tests; the tests of the database have it made.
 */
export function putFreshDatabase(dataDir: string): void {
  if (namesIn(dataDir)?.some((name) => name.startsWith('parley.db')) !== false) return;
  fresh ??= freshDatabase();
  writeFileSync(join(dataDir, 'parley.db'), fresh, { mode: 0o600 });
}

/** What is in a folder; undefined where it is none, or nobody may look or write. */
function namesIn(folder: string): string[] | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function freshDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'parley-fresh-'));
  openDatabase(folder, Date.now).database.close();
  const database = readFileSync(join(folder, 'parley.db'));
  rmSync(folder, { recursive: true });
  return database;
}
