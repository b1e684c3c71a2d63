import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The number of rows of each table, and a mark of the texts that starting an app leaves alone. */
export type Contents = { rows: Record<string, number>; mark: string };

const tables = [
  'workspaces',
  'messages',
  'parts',
  'asks',
  'pending_actions',
  'outside_calls',
  'attachments',
  'drafts',
  'settings',
  'ledger',
] as const;

const texts = [
  'SELECT id, workspace_id, role, sender_key FROM messages ORDER BY id',
  `SELECT message_id, position, type, text FROM parts WHERE tool_call_id IS NOT 'edit' ORDER BY message_id, position`,
  'SELECT workspace_id, tool_call_id, settlement FROM asks ORDER BY workspace_id, tool_call_id',
  'SELECT workspace_id, subject, body FROM drafts ORDER BY workspace_id, subject',
  'SELECT id, record FROM ledger ORDER BY id',
];

/** Reads a data folder that nobody has open. */
export function contentsOf(dataDir: string): Contents {
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
  const mark = createHash('sha256');
  for (const text of texts)
    for (const row of database.prepare(text).iterate()) mark.update(JSON.stringify(row));
  const contents = {
    rows: Object.fromEntries(tables.map((table) => [table, count(table)])),
    mark: mark.digest('hex'),
  };
  database.close();
  return contents;
}
