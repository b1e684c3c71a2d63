import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const buildTakesAtMostMs = 300_000;

/**
 * Does the work while no other process holds the same lock, and waits for one that does. This is SQLite's file
 * lock, which the operating system drops however the process ends.
 */
export async function withBuildLock(file: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  using lock = new DatabaseSync(file, { timeout: buildTakesAtMostMs });
  lock.exec('BEGIN EXCLUSIVE');
  await work();
}
