import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaceIdSchema } from '../../../shared/ids.ts';
import { nextState } from '../../../shared/previews/preview-state.ts';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

/** The chat of the older database. */
const chat = workspaceIdSchema.parse('f96ed286-29fd-4907-a589-c4caa9f6dacd');

const request = { toolCallId: 'r1', reason: 'Right', extra: { title: 'x', deep: [1, null] } };
const verdict = { action: 'apply', decidedBy: 'policy', words: null };
const applied = {
  type: 'applied',
  decidedBy: 'user',
  agentReason: null,
  userWords: 'Fine',
  at: 3,
  undone: false,
};
const decision = { type: 'approve-plan', start: 'fresh', notes: [] };

const shownBefore = { request: null, decision: null, failure: null, leftByAgent: false, ending: null };
const progressBefore = { request: null, verdict: null, result: null, forcesLeft: 3, forcedAt: null };

/** Opens the stores of a database into which the older Parley wrote one more preview. */
function withOlder(shown: object, progress: object) {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), (database) => {
    database.exec(`INSERT INTO messages (id, workspace_id, role, complete_steps, created_at)
      VALUES (100, '${chat}', 'agent', 1, 1)`);
    const preview = { type: 'plan', title: 'A plan', plan: '# A plan', file: 'plan.md', revision: null };
    const common = {
      id: 'older',
      label: 'A plan',
      sourceToolName: 'propose_plan',
      fingerprint: 'f',
      openedAt: 1,
    };
    database
      .prepare(
        `INSERT INTO pending_actions (workspace_id, id, message_id, tool_call_id, pending, content, shown, progress)
         VALUES ('${chat}', 'older', 100, 'p1', 1, '{"type":"plan"}', ?, ?)`,
      )
      .run(
        JSON.stringify({ ...common, preview, ...shownBefore, ...shown }),
        JSON.stringify({ step: 0, calls: ['p1'], ...progressBefore, ...progress }),
      );
  });
  return openStores(folder, () => 1);
}

/** The preview as the stores read it now. */
function broughtUp(shown: object, progress: object = {}) {
  const { actions, close } = withOlder(shown, progress);
  const found = actions.all(chat).find(({ shown: { id } }) => id === 'older');
  close();
  return { state: found?.shown.state, progress: found?.progress };
}

test.each([
  ['waits', {}, {}, { type: 'open', request: null, failure: null, left: false }],
  [
    'waits with a call of resolve',
    { request: { reason: 'Right' } },
    { request },
    { type: 'open', request, failure: null, left: false },
  ],
  [
    'was left by its agent',
    { leftByAgent: true },
    {},
    { type: 'open', request: null, failure: null, left: true },
  ],
  ['is decided', { decision }, { request }, { type: 'decided', request, decision }],
  [
    'is being carried out',
    { request: { reason: 'Right' } },
    { request, verdict },
    { type: 'carrying-out', request, decision: null, verdict },
  ],
  [
    'is applied',
    { ending: applied },
    { request },
    { type: 'ended', resolvedBy: 'r1', ending: applied, undoing: false },
  ],
  [
    'is being undone',
    { ending: applied },
    { undoing: true },
    { type: 'ended', resolvedBy: null, ending: applied, undoing: true },
  ],
  [
    'was superseded',
    { ending: { type: 'superseded', at: 2 } },
    {},
    { type: 'ended', resolvedBy: null, ending: { type: 'superseded', at: 2 }, undoing: false },
  ],
])('an older preview that %s has that state', (_, shown, progress, state) => {
  expect(broughtUp(shown, progress).state).toEqual(state);
});

test.each([
  ['a “quoted”\n\u0000.txt changed since this preview. Nothing was written.', 'changed'],
  ['Apply failed: ENOSPC: no space left on device', 'other'],
  ['a.txt changed since this preview. Nothing was written. Or so', 'other'],
])('why an older apply failed is told from its text %j, which stays as it is', (text, kind) => {
  expect(broughtUp({ failure: text }).state).toMatchObject({ failure: { kind, text } });
});

test('how often an older preview was forced is counted', () => {
  expect(broughtUp({}, { forcesLeft: 1 }).progress).toMatchObject({ forcesLeft: 1, forced: 2 });
});

test('an older preview that ends, and is undone, has one entry in the ledger', () => {
  const { actions, ledger, close } = withOlder({}, { verdict });
  const [action] = actions.all(chat).filter(({ shown }) => shown.id === 'older');
  if (action === undefined) throw new Error('It is there.');
  let { state } = action.shown;
  for (const event of [{ type: 'settled', at: 5 }, { type: 'undo-begun' }, { type: 'undone' }] as const) {
    state = nextState(state, event) ?? state;
    actions.save({ ...action, shown: { ...action.shown, state } });
  }
  expect([...ledger.every(0)].slice(0, 1)).toMatchObject([
    { label: 'A plan', ending: { type: 'applied', undone: true, at: 5 } },
  ]);
  close();
});
