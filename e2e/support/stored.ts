import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from '@playwright/test';
import type { RuleDraft } from '../../src/shared/permissions/permission-rule.ts';
import type { Parley } from './parley.ts';

/** Waits until a text that no other test has stored is in the database, in whichever table. */
export async function expectStored({ dataDir }: Parley, text: string): Promise<void> {
  await expect.poll(async () => (await databaseBytes(dataDir)).includes(text)).toBe(true);
}

async function databaseBytes(dataDir: string): Promise<Buffer> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(db|sqlite)/.test(entry.name));
  return Buffer.concat(await Promise.all(files.map(({ name }) => readFile(join(dataDir, name)))));
}

/** Stores a rule in a database that no process has open, as one that was used so often, last a minute ago. */
export function addRule(dataDir: string, id: string, rule: RuleDraft, uses: number): void {
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  database
    .prepare('INSERT INTO permission_rules (id, rule, created_at, uses, last_used_at) VALUES (?, ?, ?, ?, ?)')
    .run(id, JSON.stringify(rule), Date.now(), uses, uses === 0 ? null : Date.now() - 60_000);
  database.close();
}
