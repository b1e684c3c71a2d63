import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesIn } from './prepared-database.ts';

let fresh: Buffer | undefined;

/**
 * Puts an empty database of this version into a data folder that has none, as a first start makes it, but that chats
 * are not named by their models, which would be a request that most tests don't script. Making the tables takes longer
 * than most tests; the tests of the database have it made.
 */
export function putFreshDatabase(dataDir: string): void {
  if (namesIn(dataDir)?.some((name) => name.startsWith('parley.db')) !== false) return;
  fresh ??= freshDatabase();
  writeFileSync(join(dataDir, 'parley.db'), fresh, { mode: 0o600 });
}

/** Makes a data folder with such a database, for a Parley that is started on it. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  putFreshDatabase(dataDir);
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
  const { settings, close } = storesIn(folder);
  settings.save({ nameChats: false });
  close();
  const database = readFileSync(join(folder, 'parley.db'));
  rmSync(folder, { recursive: true });
  return database;
}
