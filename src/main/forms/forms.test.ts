import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FormAnswer, FormDraft } from '../../shared/forms/form.ts';
import { formsInProcess, workspaceId } from '../../../test/main/forms/forms-in-process.ts';

const name = { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] };
const secret = {
  type: 'object',
  properties: { pin: { type: 'string', _meta: { codex: { isSecret: true } } }, note: { type: 'string' } },
};

const accept = (entries: FormDraft): FormAnswer => ({ action: 'accept', entries });
const filled = accept([{ id: 'name', value: 'Ada' }]);

it('stores a form before it announces it, and settles it once', async () => {
  const one = formsInProcess();
  const seen: unknown[] = [];
  one.forms.subscribe(({ type }) => seen.push([type, one.stored()[0]?.settlement?.outcome.type ?? null]));
  const reply = one.ask(name);
  await one.opened();
  expect(await Promise.all([one.answer(filled), one.answer({ action: 'decline' })])).toEqual([
    { ok: true },
    { ok: false, failure: 'not-pending' },
  ]);
  expect(seen).toEqual([
    ['opened', null],
    ['settled', 'accepted'],
  ]);
  expect(await reply).toEqual({ action: 'accept', content: { name: 'Ada' } });
  expect(one.ledger()).toMatchObject([
    { kind: 'form', asker: 'Claude', server: 'tickets', message: 'Who are you?' },
  ]);
});

it.each([
  [{ action: 'decline' }, { action: 'decline' }, 'declined'],
  [{ action: 'cancel' }, { action: 'cancel' }, 'cancelled'],
] as const)('hands on %j as it is', async (answer, reply, outcome) => {
  const one = formsInProcess();
  const asked = one.ask(name);
  await one.opened();
  await one.answer(answer);
  expect(await asked).toEqual(reply);
  expect(one.stored()[0]?.settlement?.outcome.type).toBe(outcome);
});

it('leaves a form waiting whose answer breaks a rule, and names field and rule', async () => {
  const one = formsInProcess();
  void one.ask(name);
  await one.opened();
  expect(await one.answer(accept([]))).toEqual({
    ok: false,
    failure: 'invalid-answer',
    problem: 'Name: This is required.',
  });
  expect(await one.answer(accept([{ id: 'other', value: 'x' }]))).toMatchObject({
    failure: 'invalid-answer',
  });
  expect(one.stored()[0]?.settlement).toBeNull();
});

it('sends a field called __proto__ like any other', async () => {
  const one = formsInProcess();
  const schema: unknown = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
  const asked = one.ask(schema);
  await one.opened();
  await one.answer(accept([{ id: '__proto__', value: 'Ada' }]));
  expect(JSON.stringify(await asked)).toBe('{"action":"accept","content":{"__proto__":"Ada"}}');
});

it('shows nobody a schema that is no form, and says why', async () => {
  const one = formsInProcess();
  const nested = { type: 'object', properties: { deep: { type: 'object', properties: {} } } };
  const problem = 'The field “deep” is of a kind that a form does not have.';
  expect(await one.ask(nested)).toEqual({ action: 'refused', problem });
  expect(one.stored()).toMatchObject([
    { subject: { type: 'refused', reason: problem }, settlement: { outcome: { type: 'refused' } } },
  ]);
});

it('ends as cancelled when the turn is stopped, before or while it waits', async () => {
  const one = formsInProcess();
  const asked = one.ask(name);
  await one.opened();
  one.stop.abort();
  expect(await asked).toEqual({ action: 'cancel' });
  expect(await one.ask(name)).toEqual({ action: 'cancel' });
  expect(one.stored().map(({ settlement }) => settlement?.outcome.type)).toEqual([
    'interrupted',
    'interrupted',
  ]);
});

it('ends as withdrawn when the asker stops waiting, and keeps what was entered', async () => {
  const one = formsInProcess();
  const withdrawn = new AbortController();
  const asked = one.ask(name, 'c', { withdrawn: withdrawn.signal });
  await one.opened();
  one.saveDraft([{ id: 'name', value: 'Ad' }]);
  withdrawn.abort();
  expect(await asked).toEqual({ action: 'cancel' });
  expect(one.stored()).toMatchObject([
    { settlement: { outcome: { type: 'withdrawn' } }, draft: [{ id: 'name', value: 'Ad' }] },
  ]);
});

it('is cancelled by a message that is there already, or comes; and where nobody can be asked', async () => {
  expect(await formsInProcess({ hasReply: () => true }).ask(name)).toEqual({ action: 'cancel' });
  expect(await formsInProcess({ canAsk: false }).ask(name)).toEqual({ action: 'cancel' });
  const one = formsInProcess();
  const asked = one.ask(name);
  await one.opened();
  one.forms.repliedInChat(workspaceId);
  expect(await asked).toEqual({ action: 'cancel' });
});

it('asks one form of a call at a time, and forms of other calls beside it', async () => {
  const one = formsInProcess();
  const first = one.ask(name);
  const second = one.ask(name);
  void one.ask(name, 'd');
  await one.opened(2);
  expect(one.stored()).toHaveLength(1);
  await one.answer(filled);
  await first;
  await one.opened(3);
  await one.answer({ action: 'decline' });
  expect(await second).toEqual({ action: 'decline' });
  expect(one.stored('d')).toMatchObject([{ settlement: null }]);
});

it('waits on in the next process, with its draft, when its call asks again', async () => {
  const one = formsInProcess();
  void one.ask(name);
  await one.opened();
  one.saveDraft([{ id: 'name', value: 'Ad' }]);
  const [before] = one.stored();
  one.close();
  const next = formsInProcess({ dataDir: one.dataDir });
  const asked = next.ask(name);
  await next.opened();
  expect(next.stored()).toEqual([before]);
  await next.answer(filled);
  expect(await asked).toEqual({ action: 'accept', content: { name: 'Ada' } });
});

it('takes an answer right after a start, which the call finds when it asks again', async () => {
  const one = formsInProcess();
  void one.ask(name);
  await one.opened();
  one.close();
  const next = formsInProcess({ dataDir: one.dataDir });
  expect(next.forms.runsAgain(next.key('c'))).toBe(false);
  expect(await next.answer(filled)).toEqual({ ok: true });
  expect([next.wentOn, next.forms.runsAgain(next.key('c'))]).toEqual([['w'], true]);
  expect(await next.ask(name)).toEqual({ action: 'accept', content: { name: 'Ada' } });
  // The same once more in this process is another form.
  void next.ask(name);
  await next.opened();
  expect(next.stored()).toHaveLength(2);
});

it('ends a form of an earlier process that its call no longer asks', async () => {
  const one = formsInProcess();
  void one.ask(name);
  await one.opened();
  one.close();
  const next = formsInProcess({ dataDir: one.dataDir });
  void next.ask(secret);
  await next.opened();
  expect(next.stored().map(({ settlement }) => settlement?.outcome.type)).toEqual(['interrupted', undefined]);
});

it('gives a secret to the asker alone: no draft, no row and no file has it', async () => {
  const planted = 'correct-horse-4711';
  const one = formsInProcess();
  const asked = one.ask(secret);
  await one.opened();
  const entries = [
    { id: 'pin', value: planted },
    { id: 'note', value: 'kept' },
  ];
  one.saveDraft(entries);
  expect(one.stored()[0]?.draft).toEqual([{ id: 'note', value: 'kept' }]);
  await one.answer(accept(entries));
  expect(await asked).toEqual({ action: 'accept', content: { pin: planted, note: 'kept' } });
  expect(one.stored()[0]?.settlement?.outcome).toMatchObject({ values: [{ id: 'pin', value: '••••' }, {}] });
  const files = readdirSync(one.dataDir).map((file) => readFileSync(join(one.dataDir, file)));
  expect(files.length).toBeGreaterThan(0);
  expect(files.some((file) => file.includes('kept'))).toBe(true);
  expect(files.some((file) => file.includes(planted))).toBe(false);
  expect(JSON.stringify(one.ledger())).not.toContain(planted);
});

it('asks again for a secret whose answer ended with the process', async () => {
  const one = formsInProcess();
  void one.ask(secret);
  await one.opened();
  await one.answer(accept([{ id: 'pin', value: 'gone' }]));
  one.close();
  const next = formsInProcess({ dataDir: one.dataDir });
  void next.ask(secret);
  await next.opened();
  expect(next.stored().map(({ settlement }) => settlement === null)).toEqual([false, true]);
});
