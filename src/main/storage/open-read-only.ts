import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * Opens a database without writing a byte. One that nobody has open is read as it lies, which leaves
 * no files beside it and works in a folder that can't be written; of one in use the newest state is read.
 */
export function openReadOnly(file: string, options: { defensive?: boolean } = {}): DatabaseSync {
  if (existsSync(`${file}-wal`))
    return new DatabaseSync(file, { readOnly: true, timeout: 2_000, ...options });
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true, ...options });
}
