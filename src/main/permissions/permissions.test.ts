import { expect, it } from 'vitest';
import { permissionRefusalText } from '../../shared/permissions/permission-text.ts';
import type { PermissionOutcome } from '../../shared/permissions/permission-outcome.ts';
import type {
  PermissionAnswer,
  PermissionChoice,
  PermissionSubject,
} from '../../shared/permissions/permission.ts';
import { permissionsOn, workspaceId } from '../../../test/main/permissions/permissions-on.ts';

const folder = '/work/tiny';
const command = (line: string): PermissionSubject => ({ type: 'command', line, folder, confined: false });
const by = { type: 'person' as const };

it('stores a request before it announces it, and settles it once', async () => {
  const one = permissionsOn();
  const stored: unknown[] = [];
  one.permissions.subscribe(({ type }) => {
    const [row] = one.stores.permissions.ofCall(one.key('c'));
    stored.push([type, row?.shown.settlement?.outcome.type ?? null]);
  });
  const outcome = one.ask(command('npm test'));
  expect(stored).toEqual([['opened', null]]);
  expect(one.answer({ choiceId: 'once' })).toEqual({ ok: true });
  expect(one.answer({ choiceId: 'no' })).toEqual({ ok: false, failure: 'not-pending' });
  expect(stored).toEqual([
    ['opened', null],
    ['settled', 'allowed'],
  ]);
  expect(await outcome).toEqual({ type: 'allowed', by });
});

it.each<[string, PermissionAnswer]>([
  ['a choice that was not offered', { choiceId: 'toString' }],
  ['a changed line that is blank', { choiceId: 'once', line: ' \n' }],
  ['a changed line with a rule', { choiceId: 'always-0', line: 'npm run lint' }],
  ['a changed line with a refusal', { choiceId: 'no', line: 'npm run lint' }],
  ['a reason with a yes', { choiceId: 'once', reason: 'Why not' }],
])('leaves waiting what is answered by %s', (_, answer) => {
  const one = permissionsOn();
  void one.ask(command('npm test'));
  expect(one.answer(answer)).toMatchObject({ ok: false, failure: 'invalid-answer' });
  expect(one.stores.permissions.ofCall(one.key('c'))[0]?.shown.settlement).toBeNull();
  expect(one.answer({ choiceId: 'once' })).toEqual({ ok: true });
});

it.each([
  ['a changed line', 'npm t'],
  ['the very line', 'npm test'],
])(
  'leaves waiting what its asker runs by itself and is answered with %s, also after a restart',
  async (_, line) => {
    const first = permissionsOn();
    const choices = [{ id: 'yes', meaning: 'once' as const, words: 'Yes', external: true as const }];
    void first.ask(command('npm test'), 'c', { choices });
    const refused = {
      ok: false,
      failure: 'invalid-answer',
      problem:
        'The agent runs its own command, so it can’t be changed here. Deny it, and say what to run instead.',
    };
    expect(first.answer({ choiceId: 'yes', line })).toEqual(refused);
    const next = permissionsOn({ dataDir: first.dataDir });
    expect(next.answer({ choiceId: 'yes', line })).toEqual(refused);
    const end = next.ask(command('npm test'), 'c', { choices });
    expect(next.answer({ choiceId: 'yes', line })).toEqual(refused);
    expect(next.answer({ choiceId: 'yes' })).toEqual({ ok: true });
    expect(await end).toEqual({ type: 'allowed', by });
  },
);

it('takes no answer to a request that another one of the call has replaced', async () => {
  const one = permissionsOn();
  void one.ask(command('npm test'));
  const old = one.stores.permissions.ofCall(one.key('c'))[0]?.shown.id;
  one.answer({ choiceId: 'once' });
  const second = one.ask(command('npm publish'));
  if (old === undefined) throw new Error('There is no request.');
  expect(one.permissions.answer(one.key('c'), old, { choiceId: 'once' })).toEqual({
    ok: false,
    failure: 'not-pending',
  });
  one.answer({ choiceId: 'no' });
  expect((await second).type).toBe('denied');
});

it.each<[string, PermissionAnswer, PermissionOutcome, string?]>([
  ['no', { choiceId: 'no' }, { type: 'denied', by }, 'The user denied this.'],
  [
    'no with a reason',
    { choiceId: 'no', reason: ' Use pnpm \n' },
    { type: 'denied', by, reason: 'Use pnpm' },
    'The user denied this. Reason: Use pnpm',
  ],
  [
    'no with a blank reason',
    { choiceId: 'no', reason: ' ' },
    { type: 'denied', by },
    'The user denied this.',
  ],
  ['no, and stop', { choiceId: 'no-and-stop' }, { type: 'denied', by, stop: true }, 'The user denied this.'],
  ['another line', { choiceId: 'once', line: 'npm t' }, { type: 'allowed', by, line: 'npm t' }],
  ['the same line', { choiceId: 'once', line: 'npm test' }, { type: 'allowed', by }],
  ['a note', { choiceId: 'once', note: ' Skip e2e \n' }, { type: 'allowed', by, note: 'Skip e2e' }],
  ['a blank note', { choiceId: 'once', note: ' ' }, { type: 'allowed', by }],
  [
    'another line and a note',
    { choiceId: 'once', line: 'npm t', note: 'Faster' },
    { type: 'allowed', by, line: 'npm t', note: 'Faster' },
  ],
])('ends with %s', async (_, answer, outcome, text) => {
  const one = permissionsOn();
  const end = one.ask(command('npm test'));
  expect(one.answer(answer)).toEqual({ ok: true });
  expect(await end).toEqual(outcome);
  if (outcome.type !== 'allowed') expect(permissionRefusalText(outcome)).toBe(text);
});

it('ends as replied to, also where the person has written before', async () => {
  const one = permissionsOn();
  const [first, second] = [one.ask(command('a'), 'c1'), one.ask(command('b'), 'c2')];
  one.permissions.repliedInChat(workspaceId);
  expect([await first, await second]).toEqual([{ type: 'replied-in-chat' }, { type: 'replied-in-chat' }]);
  expect(await permissionsOn({ hasReply: () => true }).ask(command('a'))).toEqual({
    type: 'replied-in-chat',
  });
});

it('ends as interrupted when the turn stops, before or while it waits', async () => {
  const one = permissionsOn();
  const end = one.ask(command('npm test'));
  one.stop.abort();
  expect(await end).toEqual({ type: 'interrupted' });
  expect(one.stores.permissions.ofCall(one.key('c'))[0]?.shown.settlement?.outcome).toEqual({
    type: 'interrupted',
  });
  expect(await one.ask(command('npm test'), 'c2')).toEqual({ type: 'interrupted' });
  expect(one.stores.permissions.ofCall(one.key('c2'))).toEqual([]);
});

it('allows nothing where nobody can be asked, and says so in the record', async () => {
  const one = permissionsOn({ canAsk: false });
  expect(await one.ask(command('npm test'))).toEqual({ type: 'nobody' });
  expect(one.ledger()).toMatchObject([{ kind: 'permission', settlement: { outcome: { type: 'nobody' } } }]);
});

it.each<[string, PermissionSubject]>([
  ['without a subject', { type: 'missing' }],
  ['for a blank command', command(' \n ')],
])('offers only a no to who asks %s', (_, subject) => {
  const one = permissionsOn();
  const choices = [
    { id: 'y', meaning: 'always' as const },
    { id: 'n', meaning: 'no' as const, words: 'Nope' },
  ];
  void one.ask(subject, 'c', { choices });
  void one.ask(subject, 'd');
  const meanings = ['c', 'd'].map((call) =>
    one.stores.permissions.ofCall(one.key(call))[0]?.shown.choices.map(({ meaning }) => meaning),
  );
  expect(meanings).toEqual([['no'], ['no']]);
  expect(one.answer({ choiceId: 'y' })).toMatchObject({ ok: false });
});

it('waits again after a restart with what was entered, and goes on with the answer', async () => {
  const first = permissionsOn();
  void first.ask(command('npm test'));
  const id = first.stores.permissions.ofCall(first.key('c'))[0]?.shown.id;
  if (id === undefined) throw new Error('There is no request.');
  first.stores.permissions.saveDraft(workspaceId, id, { reason: 'Not n', note: '', line: null });
  const next = permissionsOn({ dataDir: first.dataDir });
  expect(next.permissions.resumes(next.key('c'))).toBe(true);
  const end = next.ask(command('npm test'));
  const [again] = next.stores.permissions.ofCall(next.key('c'));
  expect(again?.shown).toMatchObject({ id, draft: { reason: 'Not n' }, settlement: null });
  next.answer({ choiceId: 'once' });
  expect(await end).toEqual({ type: 'allowed', by });
});

it('knows a request again by its stored subject, with what was found out about it', async () => {
  const first = permissionsOn();
  const asked = first.opened();
  void first.ask(command('git push'));
  await asked;
  first.close();
  const next = permissionsOn({ dataDir: first.dataDir });
  const [stored] = next.stores.permissions.waiting(workspaceId);
  if (stored === undefined) throw new Error('Nothing waits.');
  expect(stored.shown.subject).toMatchObject({ effects: [{ effect: 'sends' }], git: {} });
  const askedAgain = next.opened();
  const end = next.ask(stored.shown.subject);
  await askedAgain;
  expect(next.stores.permissions.waiting(workspaceId)).toHaveLength(1);
  expect(next.answer({ choiceId: 'once' })).toEqual({ ok: true });
  expect(await end).toEqual({ type: 'allowed', by });
});

it('takes an answer that comes before the call has asked again, which then finds it', async () => {
  const first = permissionsOn();
  void first.ask(command('npm test'));
  const next = permissionsOn({ dataDir: first.dataDir });
  expect(next.answer({ choiceId: 'once' })).toEqual({ ok: true });
  expect(next.answer({ choiceId: 'no' })).toEqual({ ok: false, failure: 'not-pending' });
  expect(next.shown).toEqual(['c']);
  expect(await next.ask(command('npm test'))).toEqual({ type: 'allowed', by });
});

it('keeps an answer over a restart until what it allows begins, which happens once', async () => {
  const first = permissionsOn();
  const end = first.ask(command('npm test'));
  first.answer({ choiceId: 'once', line: 'npm t' });
  await end;
  const next = permissionsOn({ dataDir: first.dataDir });
  expect(next.permissions.resumes(next.key('c'))).toBe(true);
  expect(await next.ask(command('npm test'))).toEqual({ type: 'allowed', by, line: 'npm t' });
  next.permissions.begin(next.key('c'));
  expect(next.permissions.resumes(next.key('c'))).toBe(false);
  const third = permissionsOn({ dataDir: first.dataDir });
  expect(await third.ask(command('npm test'))).toEqual({ type: 'cut-off' });
});

it('keeps notes over a restart, in the record and for the model, from every time that a call asked', async () => {
  const first = permissionsOn();
  const end = first.ask(command('npm test'));
  first.answer({ choiceId: 'once', note: 'Skip e2e' });
  await end;
  void first.ask(command('npm publish'));
  first.answer({ choiceId: 'once', note: 'Only this time' });
  const next = permissionsOn({ dataDir: first.dataDir });
  expect(next.permissions.notes(next.key('c'))).toEqual(['Skip e2e', 'Only this time']);
  expect(next.permissions.notes(next.key('d'))).toEqual([]);
  const notes = next.ledger().map((entry) => 'settlement' in entry && entry.settlement);
  expect(notes).toMatchObject([{ outcome: { note: 'Only this time' } }, { outcome: { note: 'Skip e2e' } }]);
});

it.each<[string, PermissionAnswer, { choices?: PermissionChoice[] }?]>([
  ['a no', { choiceId: 'no', note: 'x' }],
  ['a no that ends the turn', { choiceId: 'no-and-stop', note: 'x' }],
  [
    'the choice of an agent that runs it by itself',
    { choiceId: 'y', note: 'x' },
    { choices: [{ id: 'y', meaning: 'once', external: true }] },
  ],
])('takes no note with %s', (_, answer, more = {}) => {
  const one = permissionsOn();
  void one.ask(command('npm test'), 'c', more);
  expect(one.answer(answer)).toMatchObject({ ok: false, failure: 'invalid-answer' });
});

it('asks for nothing else on behalf of a call that began in an earlier process', async () => {
  const first = permissionsOn();
  const end = first.ask(command('npm test'));
  first.answer({ choiceId: 'once' });
  await end;
  first.permissions.begin(first.key('c'));
  const unconfined = first.ask(command('npm publish'));
  first.answer({ choiceId: 'once' });
  expect(await unconfined).toEqual({ type: 'allowed', by });
  const next = permissionsOn({ dataDir: first.dataDir });
  expect(await next.ask(command('npm test -- -u'))).toEqual({ type: 'cut-off' });
  expect(next.permissions.resumes(next.key('c'))).toBe(true);
});

it('answers by a rule that was made with an answer, counts its uses, and asks again without it', async () => {
  const one = permissionsOn();
  const end = one.ask(command('npm test'));
  one.answer({ choiceId: 'always-1' });
  expect(await end).toEqual({ type: 'allowed', by });
  const [rule] = one.rules.list();
  expect(rule).toMatchObject({
    asker: 'Claude',
    folder,
    uses: 0,
    match: { words: ['npm', 'test'], open: true },
  });
  if (rule === undefined) throw new Error('There is no rule.');
  const allowed = { type: 'allowed', by: { type: 'rule', ruleId: rule.id } };
  expect(await one.ask(command('npm test -- --watch'), 'd')).toEqual({
    ...allowed,
    argv: ['npm', 'test', '--', '--watch'],
  });
  expect(one.shown).toEqual(['d']);
  const [used] = one.rules.list();
  expect(used?.uses).toBe(1);
  expect(used?.lastUsedAt).toBeGreaterThan(0);
  one.rules.remove(rule.id);
  void one.ask(command('npm test'), 'e');
  expect(one.events.at(-1)).toMatchObject({ type: 'opened' });
});

it('makes a rule for every agent where the person wants it so', () => {
  const one = permissionsOn();
  void one.ask(command('npm test'));
  one.answer({ choiceId: 'never', anyAsker: true });
  expect(one.rules.list()).toMatchObject([{ effect: 'deny', asker: null, folder }]);
});

it('records the subject, the choice, the reason, who decided, and what came of it, once each', async () => {
  const one = permissionsOn();
  const end = one.ask(command('npm test'), 'c', { reason: 'The tests must pass' });
  one.answer({ choiceId: 'always-0' });
  await end;
  one.permissions.begin(one.key('c'));
  one.permissions.outcome(one.key('c'), { exitCode: 1, durationMs: 2_000 });
  await one.ask(command('npm test'), 'd');
  one.permissions.outcome(one.key('d'), { exitCode: 0, durationMs: 5 });
  const [byRule, byPerson, ...rest] = one.ledger();
  expect(rest).toEqual([]);
  expect(byPerson).toMatchObject({
    kind: 'permission',
    asker: 'Claude',
    permission: command('npm test'),
    reason: 'The tests must pass',
    settlement: { outcome: { type: 'allowed', by }, choice: { id: 'always-0', meaning: 'always' } },
    result: { exitCode: 1, durationMs: 2_000 },
  });
  expect(byRule).toMatchObject({
    settlement: { outcome: { by: { type: 'rule' } }, rule: { effect: 'allow', asker: 'Claude' } },
    result: { exitCode: 0 },
  });
});

it('lets nothing run where the answer can not be stored', () => {
  const one = permissionsOn();
  void one.ask(command('npm test'));
  one.close();
  expect(() => one.answer({ choiceId: 'once' })).toThrow(/database is not open|statement has been finalized/);
  expect(one.events.map(({ type }) => type)).toEqual(['opened']);
});

it('lets no rule allow what somebody asks with choices of their own, and lets one deny it', async () => {
  const one = permissionsOn();
  const choices = [{ id: 'yes', meaning: 'once' as const, words: 'Yes' }];
  void one.ask(command('npm test'), 'a');
  one.answer({ choiceId: 'always-0' }, 'a');
  void one.ask(command('npm test'), 'b', { choices });
  expect(one.stores.permissions.ofCall(one.key('b'))[0]?.shown.settlement).toBeNull();
  void one.ask(command('npm publish'), 'c');
  one.answer({ choiceId: 'never' }, 'c');
  expect((await one.ask(command('npm publish'), 'd', { choices })).type).toBe('denied');
});
