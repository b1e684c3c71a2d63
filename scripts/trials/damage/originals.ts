import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { storeChats } from '../../../test/main/storage/stored-chats.ts';
import { actionIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../src/shared/ids.ts';

/** A data folder to be damaged, as Parley or a SIGKILL left it. */
export type Original = { name: string; dataDir: string };

export const files = ['parley.db', 'parley.db-wal', 'parley.db-shm'] as const;

const workspaceId = workspaceIdSchema.parse('workspace-1');
const toolCallId = toolCallIdSchema.parse('edit');

/** `closed` has no WAL, `killed` a WAL of small changes, `young` everything in its WAL; `moved` lost the WAL's index. */
export function makeOriginals(folder: string): [Original, ...Original[]] {
  const at = (name: string) => join(folder, name);
  storeChats(at('closed'));
  storeEdit(at('closed'));
  killedIn(at('live'), at('killed'), (dataDir) => {
    cpSync(at('closed'), dataDir, { recursive: true });
    return holding(dataDir);
  });
  killedIn(at('new'), at('young'), (dataDir) => {
    storesIn(dataDir).close();
    const holder = holding(dataDir);
    storeChats(dataDir);
    storeEdit(dataDir);
    return holder;
  });
  copyFiles(at('young'), at('moved'), files.slice(0, 2));
  return [
    { name: 'closed', dataDir: at('closed') },
    ...['killed', 'young', 'moved'].map((name) => ({ name, dataDir: at(name) })),
  ];
}

/** Copies those of the database's files that exist. */
export function copyFiles(from: string, to: string, names: readonly string[] = files): void {
  mkdirSync(to, { recursive: true });
  for (const name of names) if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name));
}

/** Copies the files while a connection is open, as a kill leaves them. */
function killedIn(live: string, killed: string, open: (dataDir: string) => DatabaseSync): void {
  const holder = open(live);
  changeLittleByLittle(holder);
  copyFiles(live, killed);
  holder.close();
}

/** Keeps the WAL from being merged into the database. */
function holding(dataDir: string): DatabaseSync {
  const holder = new DatabaseSync(join(dataDir, 'parley.db'));
  holder.exec('PRAGMA wal_autocheckpoint = 0');
  holder.prepare('SELECT count(*) FROM workspaces').get();
  return holder;
}

function changeLittleByLittle(database: DatabaseSync): void {
  const message = database.prepare(
    `INSERT INTO messages (workspace_id, role, sender_key, created_at) VALUES (?, 'user', ?, 9) RETURNING id`,
  );
  const part = database.prepare(
    `INSERT INTO parts (message_id, position, step, type, text) VALUES (?, 0, 0, 'text', ?)`,
  );
  const draft = database.prepare('UPDATE drafts SET body = ? WHERE workspace_id = ?');
  for (let index = 0; index < 60; index += 1) {
    const workspace = `workspace-${index % 40}`;
    database.exec('BEGIN');
    const { id = 0 } = message.get(workspace, `late-${index}`) ?? {};
    part.run(id, `said late, ${index}`);
    database.exec('COMMIT');
    draft.run(`typed late, ${index}`, workspace);
  }
}

/** A change of a file that was approved and is being carried out: its journal is open. */
function storeEdit(dataDir: string): void {
  const stores = storesIn(dataDir);
  const messageId = stores.messages.addAgentMessage(workspaceId, 9);
  stores.parts.add(
    {
      messageId,
      step: 0,
      type: 'tool',
      kind: 'preview',
      toolCallId,
      toolName: 'write_file',
      input: {},
    },
    9,
  );
  stores.actions.save({
    workspaceId,
    messageId,
    toolCallId,
    content: { type: 'edit', files: [{ path: 'a.txt', before: null, after: 'one\n'.repeat(50) }] },
    shown: {
      id: actionIdSchema.parse('edit'),
      label: 'Write a.txt',
      sourceToolName: 'write_file',
      fingerprint: 'f',
      preview: { type: 'edit', files: [{ path: 'a.txt', change: 'created', hunks: [] }] },
      openedAt: 9,
      state: {
        type: 'carrying-out',
        request: null,
        decision: null,
        resolution: { action: 'apply', decidedBy: 'user', words: null },
      },
    },
    progress: {
      step: 0,
      calls: [toolCallId],
      result: null,
      forcesLeft: 0,
      forced: 3,
      forcedAt: null,
    },
  });
  stores.close();
}
