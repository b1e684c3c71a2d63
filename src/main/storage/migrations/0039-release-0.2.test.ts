import { expect, test } from 'vitest';
import { messageIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { nextState } from '../../../shared/previews/preview-state.ts';
import { openOlderStores } from '../../../../test/main/storage/older-database.ts';

/** The chat of the older database. */
const chatId = workspaceIdSchema.parse('f96ed286-29fd-4907-a589-c4caa9f6dacd');

type Told = { ok: boolean; text: string };

const failed = (text: string): Told => ({ ok: false, text });
const done: Told = { ok: true, text: 'Done.' };

/** The calls of one message as the database has them once it is up to date. */
function callsBroughtUp(calls: readonly (readonly [string, Told | string | null])[], asked: number[] = []) {
  const { parts, close } = openOlderStores((database) => {
    database.exec(`INSERT INTO messages (id, workspace_id, role, complete_steps, created_at)
      VALUES (100, '${chatId}', 'agent', 1, 1);
      INSERT INTO parts (message_id, position, step, type, text) VALUES (100, 0, 0, 'text', 'Well')`);
    const part = database.prepare(
      `INSERT INTO parts (message_id, position, step, type, tool_call_id, tool_name, input, result)
       VALUES (100, ?, 0, 'tool', ?, ?, 'null', ?)`,
    );
    const ask = database.prepare(
      `INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at)
       VALUES ('${chatId}', ?, 100, 'Parley', ?, 1)`,
    );
    const questions = '[{"id":"1","prompt":"Which?","kind":"text","options":[],"multiple":false}]';
    for (const [index, [toolName, result]] of calls.entries()) {
      const stored = typeof result === 'object' ? result && JSON.stringify(result) : result;
      part.run(index + 1, `older-${index}`, toolName, stored);
    }
    for (const index of asked) ask.run(`older-${index}`, questions);
  });
  const rows = parts.ofMessage(messageIdSchema.parse(100));
  close();
  return rows.filter((row) => row.type === 'tool');
}

test('each older call learns its kind from its tool', () => {
  const kindOf = {
    read_file: 'plain',
    resolve: 'preview',
    rm: 'plain',
    ask_user_question: 'question',
    ask: 'question',
    ask_user: 'question',
    shell: 'command',
    edit_file: 'preview',
    write_file: 'preview',
    delete_file: 'preview',
    propose_plan: 'preview',
    review_plan: 'preview',
  };
  const rows = callsBroughtUp(Object.keys(kindOf).map((name) => [name, done] as const));
  expect(Object.fromEntries(rows.map(({ tool_name, kind }) => [tool_name, kind]))).toEqual(kindOf);
});

test('each older call that was refused learns why from what its model read, which stays as it is', () => {
  const calls = [
    ['ask', failed('There is no tool called ask.'), 'no-tool'],
    ['shell', failed('There is no tool called shell.'), 'no-tool'],
    ['rm', failed('There is no tool called rm.'), 'no-tool'],
    ['ask_user_question', failed('ask_user_question is available in plan mode only.'), 'mode'],
    ['edit_file', failed('edit_file is available in exec mode only.'), 'mode'],
    ['ask', failed('Invalid input for ask: questions: “\u0000” is \ud800'), 'incomplete'],
    ['shell', failed('ls: command not found\nexit code: 127'), 'not-run'],
    ['shell', failed('Error: Missing JSON parameter\nexit code: 1'), 'command'],
  ] as const;
  const results = callsBroughtUp(calls.map(([name, told]) => [name, told] as const)).map(
    ({ result }) => result,
  );
  expect(results).toEqual(calls.map(([, told, refusal]) => ({ ...told, refusal })));
});

test('an older call that was not refused stays as it is', () => {
  const calls = [
    ['ask', done],
    ['shell', { ok: true, text: 'Usage' }],
    ['ask', failed('User declined to answer')],
    ['ask', failed('Interrupted')],
    ['ask_user', failed('Ask tool requires interactive mode')],
    ['read_file', failed('There is no a.txt in the folder.')],
    ['edit_file', failed('a.txt changed since this preview. Nothing was written.')],
    ['ask', null],
  ] as const;
  const results = callsBroughtUp(calls, [2]).map(({ result }) => result);
  expect(results).toEqual(calls.map(([, told]) => told));
});

const request = { toolCallId: 'r1', reason: 'Right', extra: { title: 'x', deep: [1, null] } };
const verdict = { action: 'apply', decidedBy: 'policy', words: null };
const applied = {
  type: 'applied',
  decidedBy: 'user',
  agentReason: null,
  userWords: 'Fine',
  undone: false,
};
const decision = { type: 'approve-plan', start: 'fresh', notes: [] };

const shownBefore = { request: null, decision: null, failure: null, leftByAgent: false, ending: null };
const progressBefore = { request: null, verdict: null, result: null, forcesLeft: 3, forcedAt: null };

/** Opens the stores of a database into which the older Parley wrote one more preview. */
function withOlderPreview(shown: object, progress: object) {
  return openOlderStores((database) => {
    database.exec(`INSERT INTO messages (id, workspace_id, role, complete_steps, created_at)
      VALUES (100, '${chatId}', 'agent', 1, 1)`);
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
         VALUES ('${chatId}', 'older', 100, 'p1', 1, '{"type":"plan"}', ?, ?)`,
      )
      .run(
        JSON.stringify({ ...common, preview, ...shownBefore, ...shown }),
        JSON.stringify({ step: 0, calls: ['p1'], ...progressBefore, ...progress }),
      );
  });
}

/** The preview as the stores read it now. */
function previewBroughtUp(shown: object, progress: object = {}) {
  const { actions, close } = withOlderPreview(shown, progress);
  const found = actions.all(chatId).find(({ shown: { id } }) => id === 'older');
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
    { type: 'carrying-out', request, decision: null, resolution: verdict },
  ],
  [
    'is applied',
    { ending: { ...applied, at: 3 } },
    { request },
    { type: 'ended', resolvedBy: 'r1', settlement: { outcome: applied, at: 3 }, undoing: false },
  ],
  [
    'is being undone',
    { ending: { ...applied, at: 3 } },
    { undoing: true },
    { type: 'ended', resolvedBy: null, settlement: { outcome: applied, at: 3 }, undoing: true },
  ],
  [
    'was superseded',
    { ending: { type: 'superseded', at: 2 } },
    {},
    {
      type: 'ended',
      resolvedBy: null,
      settlement: { outcome: { type: 'superseded' }, at: 2 },
      undoing: false,
    },
  ],
])('an older preview that %s has that state', (_, shown, progress, state) => {
  expect(previewBroughtUp(shown, progress).state).toEqual(state);
});

test.each([
  ['a “quoted”\n\u0000.txt changed since this preview. Nothing was written.', 'changed'],
  ['Apply failed: ENOSPC: no space left on device', 'other'],
  ['a.txt changed since this preview. Nothing was written. Or so', 'other'],
])('why an older apply failed is told from its text %j, which stays as it is', (text, kind) => {
  expect(previewBroughtUp({ failure: text }).state).toMatchObject({ failure: { kind, text } });
});

test('how often an older preview was forced is counted', () => {
  expect(previewBroughtUp({}, { forcesLeft: 1 }).progress).toMatchObject({ forcesLeft: 1, forced: 2 });
});

test('an older preview that ends, and is undone, has one entry in the ledger', () => {
  const { actions, ledger, close } = withOlderPreview({}, { verdict });
  const [action] = actions.all(chatId).filter(({ shown }) => shown.id === 'older');
  if (action === undefined) throw new Error('It is there.');
  let { state } = action.shown;
  for (const event of [{ type: 'settled', at: 5 }, { type: 'undo-begun' }, { type: 'undone' }] as const) {
    state = nextState(state, event) ?? state;
    actions.save({ ...action, shown: { ...action.shown, state } });
  }
  expect([...ledger.every(0)].slice(0, 1)).toMatchObject([
    { label: 'A plan', settlement: { outcome: { type: 'applied', undone: true }, at: 5 } },
  ]);
  close();
});

const insertWorkspace = `INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
  VALUES (?, ?, ?, 'plan', 'guide', '{"status":"idle"}', 1, 1)`;

/** Returns for some older workspaces, as name and folder, if they are taken for named by the person. */
function named(...older: [name: string, folder: string][]): boolean[] {
  const { workspaces, close } = openOlderStores((database) => {
    older.forEach(([name, path], index) =>
      database.prepare(insertWorkspace).run(`older-${index}`, name, path),
    );
    database.prepare(insertWorkspace).run('inbox', 'inbox', '/data/inbox');
  });
  const rows = workspaces.list();
  close();
  expect(rows.find(({ id }) => id === 'inbox')?.named).toBe(true);
  expect(rows.every(({ pinned }) => !pinned)).toBe(true);
  return older.map((_, index) => rows.find(({ id }) => id === `older-${index}`)?.named ?? true);
}

test('an older workspace that is called after its folder has no name of its own', () => {
  expect(named(['parser', '/home/ann/parser'], ['parser', 'C:\\Users\\ann\\parser'], ['a', 'a'])).toEqual([
    false,
    false,
    false,
  ]);
});

test('one that was renamed keeps its name', () => {
  expect(named(['North wing', '/home/ann/parser'], ['ann', '/home/ann/parser'], ['', '/home/ann'])).toEqual([
    true,
    true,
    true,
  ]);
});

test('the record of an older Parley is kept under its numbers, and goes on behind them', async () => {
  let before: Record<string, unknown>[] = [];
  const { ledger, ledgerIndex, rules, close } = openOlderStores((old) => {
    before = old.prepare('SELECT * FROM ledger ORDER BY id').all();
  });
  expect(before.length).toBeGreaterThan(0);
  const kept = ledger.entries(await ledgerIndex.find({ query: '' }));
  expect(kept.map(({ id, settledAt }) => ({ id, settledAt }))).toEqual(
    before.map((row) => ({ id: row['id'], settledAt: row['settled_at'] })).toReversed(),
  );
  expect(rules.list()).toEqual([]);
  close();
});

test('what was sent again in an older chat has become its branches', () => {
  const { branches, messages, close } = openOlderStores((database) => {
    const message = (id: number, role: string, replacedBy: number | null, queued = 0) =>
      database.exec(`INSERT INTO messages (id, workspace_id, role, queued, replaced_by, created_at)
        VALUES (${id}, '${chatId}', '${role}', ${queued}, ${replacedBy ?? 'NULL'}, 1)`);
    message(100, 'user', null);
    message(101, 'agent', null);
    message(102, 'user', 104);
    message(103, 'agent', 104);
    message(104, 'user', 106);
    message(105, 'agent', 106);
    message(106, 'user', null);
    message(107, 'user', 108, 1);
    message(108, 'user', null);
  });
  const id = (number: number) => messageIdSchema.parse(number);
  const shown = () =>
    messages.page(chatId, Number.MAX_SAFE_INTEGER, 100).flatMap((one) => (one.id < 100 ? [] : [one.id]));
  expect(branches.versions(chatId).get(id(106))).toEqual([102, 104, 106]);
  expect(branches.versions(chatId).has(id(108))).toBe(false);
  expect(shown()).toEqual([100, 101, 106, 108]);
  expect(branches.show(chatId, id(103))).toBe('shown');
  expect(shown()).toEqual([100, 101, 102, 103]);
  expect(branches.show(chatId, id(104))).toBe('shown');
  expect(shown()).toEqual([100, 101, 104, 105]);
  expect(branches.show(chatId, id(106))).toBe('shown');
  expect(shown()).toEqual([100, 101, 106, 108]);
  expect(branches.show(chatId, id(107))).toBe('no-such-message');
  close();
});

test('what an agent was told of a preview before is known to be about it', () => {
  let edit: unknown;
  const { steering, close } = openOlderStores((old) => {
    const action = old
      .prepare("SELECT * FROM pending_actions WHERE shown ->> '$.label' = 'Edit menu.txt'")
      .get();
    edit = action?.['id'];
    const said = old.prepare(
      "INSERT INTO steering (workspace_id, message_id, step, text, kind) VALUES (?, ?, 2, ?, 'aside')",
    );
    for (const text of ['About the preview “Edit menu.txt”: Applied.', 'About the preview “Edit”: Applied.'])
      said.run(action?.['workspace_id'] ?? null, action?.['message_id'] ?? null, text);
  });
  expect(steering.placed(chatId).map(({ about }) => about)).toEqual([null, edit, null]);
  close();
});

/** The reminder as it was stored before; what is sent today may change, this may not. */
const reminder = [
  '<system-reminder>',
  'This is a preview. Call the `resolve` tool to apply or discard these changes.',
  '</system-reminder>',
].join('\n');

test('the reminders of before are told from what happened', () => {
  const { steering, close } = openOlderStores((old) => {
    const said = old.prepare(
      "INSERT INTO steering (workspace_id, message_id, step, text, kind) VALUES (?, ?, 2, ?, 'aside')",
    );
    const row = old.prepare('SELECT workspace_id, message_id FROM steering').get();
    const place = [row?.['workspace_id'] ?? null, row?.['message_id'] ?? null] as const;
    old.exec('DELETE FROM steering');
    said.run(...place, reminder);
    said.run(...place, 'About the preview “Edit menu.txt”: Applied.');
  });
  expect(steering.placed(chatId).map(({ kind }) => kind)).toEqual(['reminder', 'aside']);
  close();
});
