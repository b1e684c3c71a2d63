import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Parley } from './parley.ts';

/** Waits until a text has reached the database, whichever table holds it. */
export async function expectStored({ dataDir }: Parley, text: string): Promise<void> {
  await expect.poll(async () => (await databaseBytes(dataDir)).includes(text)).toBe(true);
}

async function databaseBytes(dataDir: string): Promise<Buffer> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(db|sqlite)/.test(entry.name));
  return Buffer.concat(await Promise.all(files.map(({ name }) => readFile(join(dataDir, name)))));
}
