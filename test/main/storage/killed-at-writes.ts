import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { files } from './killed-database.ts';

/**
 * Runs something, and returns the data folders that SIGKILL would have left: right before each write to the database, and
 * right after the last.
 */
export async function killedAtWrites(dataDir: string, work: () => Promise<unknown>): Promise<string[]> {
  const killed: string[] = [];
  const copy = () => {
    const folder = temporaryFolder();
    for (const name of files.filter((file) => existsSync(join(dataDir, file))))
      copyFileSync(join(dataDir, name), join(folder, name));
    killed.push(folder);
  };
  const { run } = StatementSync.prototype;
  const writes = vi.spyOn(StatementSync.prototype, 'run');
  writes.mockImplementation(function (this: StatementSync, ...values) {
    copy();
    return Reflect.apply(run, this, values);
  });
  try {
    await work();
  } finally {
    writes.mockRestore();
  }
  copy();
  return killed;
}
