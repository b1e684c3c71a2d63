import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePath } from '../data-file.ts';
import { inTransaction, openReadOnly } from '../database.ts';
import { statementsFor } from '../migrations/migrations.ts';
import { canOpen, currentVersion } from '../version.ts';
import { copyReadable, countRows, type RestoredCount } from './copy-readable.ts';
import { createImage, type DatabaseImage } from './table-leaf.ts';

/**
 * `setAside` is the path of the damaged database. `lostChanges` counts the pages of the newest changes that could
 * not be read.
 */
type Outcome = { setAside: string; kept: readonly RestoredCount[]; lostChanges: number };

/** What became of a damaged database, also in words for the window, and as facts for the log. */
export type Recovery = Outcome & { notice: string; facts: Readonly<Record<string, string | number>> };

const suffixes = ['', '-wal', '-shm'];

/**
 * Replaces a damaged database by a new one of the same version, with every row that can be read. The damaged one
 * is only read, then renamed. The new one takes its place last, so that after a crash either the damaged one is
 * still there or the new one is whole.
 */
export function recoverDatabase(file: string, now: () => number): Recovery {
  const fresh = freshFile(file);
  const image = `${file}.image`;
  try {
    rmSync(image, { force: true });
    const created = createImage(file, image);
    const kept = fill(fresh, created, now());
    const setAside = moveAside(file, now());
    renameSync(fresh, file);
    const outcome = { setAside, kept, lostChanges: created.lost };
    return { ...outcome, notice: noticeOf(outcome), facts: factsOf(outcome) };
  } finally {
    rmSync(image, { force: true });
  }
}

/**
 * Finishes a recovery that was killed between its renames. The WAL of the damaged database must not meet the new
 * one.
 */
export function finishRecovery(file: string, now: () => number): void {
  const fresh = `${file}.recovered`;
  if (!existsSync(fresh) || existsSync(file)) return;
  moveAside(file, now());
  renameSync(fresh, file);
}

/** The database goes first. The name may be taken, since the clock can be set back. */
function moveAside(file: string, at: number): string {
  const setAside = freePath(`${file}.corrupt-${at}`);
  for (const suffix of suffixes) if (existsSync(file + suffix)) renameSync(file + suffix, setAside + suffix);
  return setAside;
}

function freshFile(file: string): string {
  const fresh = `${file}.recovered`;
  for (const suffix of [...suffixes, '-journal']) rmSync(fresh + suffix, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600));
  return fresh;
}

function fill(fresh: string, image: DatabaseImage, at: number): RestoredCount[] {
  const damaged = openDamaged(image.file);
  const whole = new DatabaseSync(fresh, { enableForeignKeyConstraints: false });
  try {
    whole.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
    const version = versionOf(damaged);
    return inTransaction(whole, () => {
      for (const statement of statementsFor(version)) whole.exec(statement);
      whole.exec(`PRAGMA user_version = ${version}`);
      const isCurrent = version === currentVersion;
      const kept = copyReadable({ damaged, image, whole, isCurrent });
      repairReferences(damaged, whole, join(dirname(fresh), 'recovered'), at);
      return kept.map((of) => recounted(whole, of));
    });
  } finally {
    whole.close();
    damaged?.close();
  }
}

/** Counts the final rows, except in `parts`, which has placeholders by now. */
function recounted(whole: DatabaseSync, kept: RestoredCount): RestoredCount {
  return kept.table === 'parts' ? kept : { ...kept, kept: countRows(whole, kept.table) ?? 0 };
}

/** With `writable_schema` SQLite opens the tables that it can, although the schema is damaged. */
function openDamaged(file: string): DatabaseSync | undefined {
  try {
    const damaged = openReadOnly(file, { defensive: false });
    damaged.exec('PRAGMA writable_schema = ON');
    return damaged;
  } catch {
    return undefined;
  }
}

/** Returns the current version where the database does not tell its own. */
function versionOf(damaged: DatabaseSync | undefined): number {
  try {
    const version = Number(damaged?.prepare('PRAGMA user_version').get()?.['user_version']);
    return canOpen(version) ? version : currentVersion;
  } catch {
    return currentVersion;
  }
}

/** Shown in the chat in place of a lost part. */
const lostText = 'What stood here could not be read from the damaged database.';

/**
 * Repairs what lost rows leave behind: adds bare rows for chats and messages of which only the contents are left,
 * fills gaps in messages with a note, and deletes what no card shows any more. `folder` is for chats whose own is
 * lost.
 */
function repairReferences(
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

/** The indexes still tell a message's chat, and by its key whether the person sent it. */
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

/** Positions must have no gaps, and no message may be empty. */
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

/** Cards are shown by their calls, so that without one nobody could answer. */
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

function noticeOf({ setAside, kept, lostChanges }: Outcome): string {
  return `The database was damaged. ${whatIsLost(kept, lostChanges > 0)} The damaged file was kept as ${setAside}.`;
}

function whatIsLost(kept: Outcome['kept'], isLatestLost: boolean): string {
  if (kept.every(({ kept: count }) => count === 0))
    return 'Nothing in it could be read, so Parley started with an empty one.';
  const lost = kept.flatMap(({ words, kept: count, of = count }) =>
    words === undefined || count >= of ? [] : [`${of - count} of ${of} ${of === 1 ? words.one : words.many}`],
  );
  const uncounted = isLatestLost ? latestLost : moreUnknown;
  const isCounted = !isLatestLost && kept.every(({ of }) => of !== undefined);
  if (lost.length === 0)
    return isCounted ? 'Everything in it was recovered.' : `What could be read was recovered. ${uncounted}`;
  const rest = `Could not be read: ${lost.join(', ')}. Everything else was recovered.`;
  return isCounted ? rest : `${rest} ${uncounted}`;
}

const moreUnknown = 'More may be missing.';
const latestLost = 'Some of the latest changes could not be read, and may be missing or as they were before.';

function factsOf({ setAside, kept, lostChanges }: Outcome): Recovery['facts'] {
  const rows = kept.map(({ table, kept: count, of }): [string, string | number] => [
    table,
    of === undefined ? count : `${count} of ${of}`,
  ]);
  return Object.fromEntries([['setAside', basename(setAside)], ['lostChanges', lostChanges], ...rows]);
}
