import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import { actionIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { nextState } from '../../../shared/previews/preview-state.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openReadOnly } from '../database.ts';
import { createLedgerStore } from '../ledger-store.ts';
import { storesIn } from '../../../../test/main/storage/prepared-database.ts';
import { statementsFor } from './migrations.ts';

const workspaceId = workspaceIdSchema.parse('w');
const id = actionIdSchema.parse('p');

const by = { decidedBy: 'user', agentReason: 'Right “so”\n', userWords: null };
const request = { toolCallId: 'r', reason: 'Right', extra: { ending: { at: 1 }, verdict: ['\u0000'] } };
const comments = [{ path: 'a.txt', side: 'new', line: 1, quote: '', text: '“at”: 7' }];
const resolution = { action: 'apply', decidedBy: 'policy', words: null };
const undoing = { type: 'ended', resolvedBy: null, undoing: true };

/** A data folder with the database of version 40, in which a preview is in that state and the ledger has that record. */
function version40(state: unknown, record?: object): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'parley.db'));
  for (const statement of statementsFor(40)) database.exec(statement);
  database.exec(`PRAGMA user_version = 40;
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'Tea', '/tea', 'exec', 'guide', '{"status":"idle"}', 1, 1);
    INSERT INTO messages (id, workspace_id, role, complete_steps, created_at) VALUES (1, 'w', 'agent', 1, 1);
    INSERT INTO parts (message_id, position, step, type, tool_call_id, tool_name)
      VALUES (1, 0, 0, 'tool', 'c', 'edit_file')`);
  const shown = {
    id: 'p',
    label: 'Edit a.txt',
    sourceToolName: 'edit_file',
    fingerprint: 'f',
    preview: { type: 'edit', files: [{ path: 'a.txt', change: 'changed', hunks: [] }] },
    openedAt: 1,
    state,
  };
  const progress = { step: 0, calls: ['c'], result: null, forcesLeft: 0, forced: 3, forcedAt: null };
  database
    .prepare("INSERT INTO pending_actions VALUES ('w', 'p', 1, 'c', 1, ?, ?, ?)")
    .run('{"type":"edit","files":[]}', JSON.stringify(shown), JSON.stringify(progress));
  if (record !== undefined)
    database
      .prepare(
        `INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
         VALUES ('w', 'p', 'Tea', '/tea', 'preview', 'guide', 'edit_file', 1, 3, ?)`,
      )
      .run(JSON.stringify(record));
  database.close();
  return folder;
}

/** The state of that preview as the stores read it now. */
function stateBroughtUp(state: unknown) {
  const stores = storesIn(version40(state));
  const found = stores.actions.get(workspaceId, id)?.shown.state;
  stores.close();
  return found;
}

test.each([
  [
    { type: 'applied', ...by, comments, undone: true, choice: 'x', outdated: ['Other'], at: 3 },
    { type: 'applied', ...by, comments, undone: true, choice: 'x', outdated: ['Other'] },
  ],
  [
    { type: 'discarded', ...by, at: 3 },
    { type: 'discarded', ...by },
  ],
  [
    { type: 'refined', ...by, superseded: true, at: 3 },
    { type: 'refined', ...by, superseded: true },
  ],
  [{ type: 'superseded', at: 3 }, { type: 'superseded' }],
])('the outcome %j of an older preview is kept, and its time', (ending, outcome) => {
  expect(stateBroughtUp({ ...undoing, ending })).toEqual({ ...undoing, settlement: { outcome, at: 3 } });
});

test('what an older preview was being carried out as is kept', () => {
  const carrying = { type: 'carrying-out', request, decision: { type: 'apply' } };
  expect(stateBroughtUp({ ...carrying, verdict: resolution })).toEqual({ ...carrying, resolution });
});

test.each([
  { type: 'open', request, failure: { kind: 'other', text: '"ending":{"at":1}' }, left: true },
  { type: 'decided', request, decision: { type: 'apply', note: '$.state.verdict' } },
])('an older preview that is pending stays as it is: %j', (state) => {
  expect(stateBroughtUp(state)).toEqual(state);
});

test('a row of which the text is no JSON keeps nobody from the rest', () => {
  const folder = version40({ ...undoing, ending: { type: 'superseded', at: 3 } });
  const database = new DatabaseSync(join(folder, 'parley.db'));
  database.exec(`INSERT INTO pending_actions SELECT workspace_id, 'broken', message_id, 'd', 0, content, '{', progress
    FROM pending_actions`);
  database.close();
  const stores = storesIn(folder);
  expect(stores.actions.get(workspaceId, id)?.shown.state).toMatchObject({ settlement: { at: 3 } });
  stores.close();
});

test('an older preview that is undone changes its one entry of the ledger', () => {
  const ending = { type: 'applied', ...by, undone: false, at: 3 };
  const files = [{ path: 'a.txt', change: 'changed' }];
  const stores = storesIn(
    version40({ ...undoing, undoing: false, ending }, { label: 'Edit a.txt', ending, files }),
  );
  const outcome = { type: 'applied', ...by, undone: false };
  const entry = { kind: 'preview', preview: 'edit', label: 'Edit a.txt', files, settledAt: 3 };
  expect([...stores.ledger.every(0)]).toMatchObject([{ ...entry, settlement: { outcome, at: 3 } }]);
  const action = stores.actions.get(workspaceId, id);
  if (action === undefined) throw new Error('It is there.');
  let { state } = action.shown;
  for (const event of [{ type: 'undo-begun' }, { type: 'undone' }] as const) {
    state = nextState(state, event) ?? state;
    stores.actions.save({ ...action, shown: { ...action.shown, state } });
  }
  expect([...stores.ledger.every(0)]).toMatchObject([
    { ...entry, settlement: { outcome: { ...outcome, undone: true }, at: 3 } },
  ]);
  stores.close();
});

/** The ledger of a database of version 40 with that record, read as the command line does: without a migration. */
function ledgerUntouched(record: object) {
  const state = { ...undoing, ending: { type: 'superseded', at: 3 } };
  const durable = openReadOnly(join(version40(state, record), 'parley.db'));
  try {
    return [...createLedgerStore({ durable }).every(0)];
  } finally {
    durable.close();
  }
}

test('the ledger of an older database is read as it is', () => {
  const ending = { type: 'discarded', ...by, at: 3 };
  expect(ledgerUntouched({ label: 'Edit a.txt', ending, files: [] })).toMatchObject([
    { label: 'Edit a.txt', settlement: { outcome: { type: 'discarded', ...by }, at: 3 } },
  ]);
});

test.each([
  { label: 'x', files: [] },
  { label: 'x', files: [], ending: { type: 'applied' } },
])('an entry without a settlement is none: %j', (record) => {
  expect(() => ledgerUntouched(record)).toThrow(ZodError);
});
