import type { DatabaseSync } from 'node:sqlite';

/** Stands in the chat where something was. */
const lostText = 'What stood here could not be read from the damaged database.';

/**
 * Makes whole what the lost rows leave behind: chats and messages of which only the contents are left come
 * back as bare ones, holes in messages are named, and what nothing can show any more goes.
 * `folder` is that of a chat whose own is lost.
 */
export function repairReferences(
  damaged: DatabaseSync | undefined,
  whole: DatabaseSync,
  folder: string,
  at: number,
): void {
  if (damaged !== undefined) bringBackMessages(damaged, whole, at);
  markOutside(whole);
  bringBackWorkspaces(whole, folder, at);
  nameHoles(whole);
  dropUnseen(whole);
  dropDangling(whole);
}

/** The index of the messages still tells their chats, and that of the keys which ones the person sent. */
function bringBackMessages(damaged: DatabaseSync, whole: DatabaseSync, at: number): void {
  const add = whole.prepare(
    `INSERT OR IGNORE INTO messages (id, workspace_id, role, sender_key, complete_steps, created_at)
     SELECT :id, :workspace, :role, :key, coalesce(max(step) + 1, 0),
       coalesce((SELECT created_at FROM messages WHERE id < :id ORDER BY id DESC LIMIT 1), :at)
     FROM parts WHERE message_id = :id HAVING count(*) > 0`,
  );
  const keys = new Map(
    readable(
      damaged,
      `SELECT id, sender_key FROM messages INDEXED BY sqlite_autoindex_messages_1
      WHERE sender_key IS NOT NULL`,
    ).map((row) => [Number(row['id']), String(row['sender_key'])]),
  );
  const places = readable(damaged, 'SELECT id, workspace_id FROM messages INDEXED BY messages_of_workspace');
  for (const { id: stored, workspace_id: workspace } of places) {
    const id = Number(stored);
    const key = keys.get(id) ?? null;
    add.run({ id, workspace: String(workspace), role: key === null ? 'agent' : 'user', key, at });
  }
}

/** Marks the messages of outside askers, which the chat's agent does not read. */
function markOutside(whole: DatabaseSync): void {
  for (const table of ['asks', 'pending_actions'])
    whole.exec(`UPDATE messages SET outside = 1 WHERE id IN
      (SELECT message_id FROM ${table} JOIN outside_calls USING (workspace_id, tool_call_id))`);
}

function readable(damaged: DatabaseSync, select: string): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  try {
    for (const row of damaged.prepare(select).iterate()) rows.push(row);
  } catch {
    // The index is damaged as well: what was read before that is what there is.
  }
  return rows;
}

function bringBackWorkspaces(whole: DatabaseSync, folder: string, at: number): void {
  const known = (column: string) =>
    `(SELECT ${column} FROM ledger WHERE ledger.workspace_id = lost.id ORDER BY id DESC LIMIT 1)`;
  whole
    .prepare(
      `INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
       SELECT id, coalesce(${known('workspace')}, 'Recovered chat'), coalesce(${known('folder')}, ?),
         'plan', 'guide', '{"status":"idle"}', ?, ?
       FROM (SELECT DISTINCT workspace_id AS id FROM messages
             WHERE workspace_id NOT IN (SELECT id FROM workspaces)) AS lost`,
    )
    .run(folder, at, at);
}

/** Positions count without gaps, and every message has something in it. */
function nameHoles(whole: DatabaseSync): void {
  whole.exec(`
    INSERT INTO parts (message_id, position, step, type, text)
      WITH RECURSIVE place (message_id, position, last) AS (
        SELECT messages.id, 0, coalesce(max(parts.position), 0) FROM messages
          LEFT JOIN parts ON parts.message_id = messages.id GROUP BY messages.id
        UNION ALL
        SELECT message_id, position + 1, last FROM place WHERE position < last)
      SELECT message_id, position,
        coalesce((SELECT max(step) FROM parts AS earlier
          WHERE earlier.message_id = place.message_id AND earlier.position < place.position), 0),
        'text', '${lostText}'
      FROM place
      WHERE NOT EXISTS (SELECT 1 FROM parts AS there
        WHERE there.message_id = place.message_id AND there.position = place.position)`);
}

/** A card is shown by its call: without that, nobody could answer or decide what waits. */
function dropUnseen(whole: DatabaseSync): void {
  for (const table of ['asks', 'pending_actions']) {
    whole.exec(`DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM parts
      WHERE parts.message_id = ${table}.message_id AND parts.tool_call_id = ${table}.tool_call_id)`);
  }
}

function dropDangling(whole: DatabaseSync): void {
  const check = whole.prepare('SELECT DISTINCT "table", rowid FROM pragma_foreign_key_check');
  for (let found = check.all(); found.length > 0; found = check.all()) {
    for (const { table, rowid } of found)
      whole.prepare(`DELETE FROM ${String(table)} WHERE rowid = ?`).run(Number(rowid));
  }
}
