import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storesIn } from './prepared-database.ts';

/** The number of rows of each table that `storeChats` leaves. */
export const storedRows = {
  workspaces: 40,
  messages: 800,
  parts: 1_600,
  asks: 400,
  pending_actions: 40,
  drafts: 40,
  settings: 1,
  outside_calls: 40,
  ledger: 400,
  attachments: 20,
} as const;

const shownPlan = {
  id: 'action',
  label: 'A plan',
  sourceToolName: 'propose_plan',
  fingerprint: 'f',
  preview: { type: 'plan', title: 'A plan', plan: '# A plan', file: 'plan.md', revision: null },
  openedAt: 1,
  state: {
    type: 'ended',
    resolvedBy: null,
    settlement: { outcome: { type: 'superseded' }, at: 2 },
    undoing: false,
  },
};

const list = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Fills a data folder with chats, as if Parley had been used for some weeks; its file has about 200 pages. */
export function storeChats(dataDir: string): void {
  storesIn(dataDir).close();
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  database.exec('BEGIN');
  for (const number of list(storedRows.workspaces)) storeChat(database, number);
  database.exec(`INSERT INTO settings VALUES ('theme', '"dark"'); COMMIT`);
  database.close();
}

function storeChat(database: DatabaseSync, number: number): void {
  const id = `workspace-${number}`;
  database
    .prepare(
      `INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
       VALUES (?, ?, ?, 'exec', 'guide', '{"status":"idle"}', ?, ?)`,
    )
    .run(id, `Chat ${number}`, `/projects/${number}`, number, number);
  database.prepare('INSERT INTO drafts VALUES (?, ?, ?)').run(id, 'message', `unsent of ${number}`);
  if (number % 2 === 0)
    database
      .prepare('INSERT INTO attachments (workspace_id, id, about, data) VALUES (?, ?, ?, ?)')
      .run(
        id,
        `file-${number}`,
        JSON.stringify({ kind: 'text', id: `file-${number}`, name: 'a.txt', size: 6_000 }),
        Buffer.alloc(6_000, number),
      );
  for (const exchange of list(10)) storeExchange(database, id, exchange);
}

function storeExchange(database: DatabaseSync, workspace: string, exchange: number): void {
  const message = database.prepare(
    'INSERT INTO messages (workspace_id, role, sender_key, complete_steps, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
  );
  const part = database.prepare(
    `INSERT INTO parts (message_id, position, step, type, kind, text, tool_call_id, tool_name, input, result)
     VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const at = exchange + 1;
  const sent = Number(message.get(workspace, 'user', `key-${exchange}`, 0, at)?.['id']);
  part.run(sent, 0, 'text', null, `said ${exchange} in ${workspace}`, null, null, null, null);
  const heard = Number(message.get(workspace, 'agent', null, 1, at)?.['id']);
  part.run(heard, 0, 'text', null, 'an answer '.repeat(20), null, null, null, null);
  const call = `call-${exchange}`;
  const result = '{"ok":true,"text":"Blue"}';
  part.run(heard, 1, 'tool', 'question', '', call, 'ask_user_question', '{"questions":[]}', result);
  part.run(
    heard,
    2,
    'tool',
    'preview',
    '',
    `plan-${exchange}`,
    'propose_plan',
    '{"plan":"# A plan"}',
    result,
  );
  database
    .prepare(
      'INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(workspace, call, heard, 'Parley', '[]', at);
  database
    .prepare('UPDATE asks SET settlement = ? WHERE workspace_id = ? AND tool_call_id = ?')
    .run(
      JSON.stringify({ outcome: { type: 'answered', replies: [], timedOut: false }, where: 'card', at }),
      workspace,
      call,
    );
  if (exchange === 0)
    database
      .prepare(
        `INSERT INTO pending_actions (workspace_id, id, message_id, tool_call_id, pending, content, shown, progress)
         VALUES (?, 'action', ?, ?, 0, '{"type":"plan"}', ?, '{"step":0,"calls":[],"result":null,"forcesLeft":0,"forced":3,"forcedAt":null}')`,
      )
      .run(workspace, heard, 'plan-0', JSON.stringify(shownPlan));
  if (exchange === 1)
    database
      .prepare(
        `INSERT INTO outside_calls (workspace_id, tool_call_id, tool, likeness, presence, asked_at)
         VALUES (?, ?, 'ask', 'alike', 'told', ?)`,
      )
      .run(workspace, call, at);
}
