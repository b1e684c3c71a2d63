import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files of a data folder, without those SQLite keeps beside an open database. */
export function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !/-(shm|wal)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}
