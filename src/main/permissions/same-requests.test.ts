import { expect, it } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import type { SameRequest, SameRequestGroup } from '../../shared/permissions/same-request.ts';
import { permissionsOn } from '../../../test/main/permissions/permissions-on.ts';
import { SameRequests } from './same-requests.ts';

const toolCallId = toolCallIdSchema.parse('c');

/** Chats that ask for a command, each in a folder of its own. */
async function chatsThatAsk(chats: Readonly<Record<string, Partial<CommandSubject>>>) {
  const one = permissionsOn();
  let opened = 0;
  const allWait = new Promise<void>((resolve) => {
    one.permissions.subscribe(({ type }) => {
      if (type === 'opened') opened += 1;
      if (opened === Object.keys(chats).length) resolve();
    });
  });
  const emitted: SameRequestGroup[][] = [];
  const same = new SameRequests({
    permissions: one.permissions,
    store: one.stores.permissions,
    emit: (groups) => emitted.push(groups),
  });
  const askIn = (name: string, more: Partial<CommandSubject> = {}, asker = 'Claude') => {
    const workspaceId = workspaceIdSchema.parse(name);
    const folder = `/work/${name}`;
    const row = { folder, mode: 'exec' as const, agent: 'guide', dialect: null, at: 1 };
    one.stores.workspaces.add({ id: workspaceId, name, ...row });
    one.stores.messages.addAgentMessage(workspaceId, 1);
    const messageId = one.stores.messages.page(workspaceId, Number.MAX_SAFE_INTEGER, 1)[0]?.id;
    const subject = { type: 'command' as const, line: 'npm ci', folder, confined: true, ...more };
    return one.ask(subject, 'c', { workspaceId, folder, asker, ...(messageId && { messageId }) });
  };
  const ends = Object.entries(chats).map(([name, more]) => askIn(name, more));
  await allWait;
  const groups = () => same.groups().map(({ requests }) => requests.map(({ workspaceId }) => workspaceId));
  const requestOf = (name: string) => {
    const workspaceId = workspaceIdSchema.parse(name);
    const [asked] = one.stores.permissions.ofCall({ workspaceId, toolCallId });
    if (asked === undefined) throw new Error('It asks for nothing.');
    return { workspaceId, toolCallId, permissionId: asked.shown.id };
  };
  const answer = (verdict: 'once' | 'no', ...requests: Pick<SameRequest, 'workspaceId' | 'permissionId'>[]) =>
    same.answer({ requests, verdict });
  /** Resolves once one more chat asks. */
  const joins = (name: string, asker: string) =>
    new Promise<void>((resolve) => {
      one.permissions.subscribe(({ type, item }) => {
        if (type === 'opened' && item.workspaceId === name) resolve();
      });
      void askIn(name, {}, asker);
    });
  return { ...one, same, emitted, ends, joins, groups, requestOf, answer };
}

it('joins what several chats ask for in the same words, and settles each by itself', async () => {
  const chats = await chatsThatAsk({ a: {}, b: { line: 'npm test' }, c: {}, d: {} });
  expect(chats.groups()).toEqual([['a', 'c', 'd']]);
  expect(chats.same.groups()[0]).toMatchObject({
    subject: { line: 'npm ci', confined: true },
    requests: [{ folder: '/work/a', asker: 'Claude' }, { folder: '/work/c' }, { folder: '/work/d' }],
  });
  const [a, c, d] = ['a', 'c', 'd'].map(chats.requestOf);
  if (a === undefined || c === undefined || d === undefined) throw new Error('They wait.');
  expect(chats.answer('once', a, c, d)).toEqual({ ok: true, leftOut: [] });
  const allowed = { type: 'allowed', by: { type: 'person' } };
  expect(await Promise.all([chats.ends[0], chats.ends[2], chats.ends[3]])).toEqual([
    allowed,
    allowed,
    allowed,
  ]);
  expect(chats.ledger()).toHaveLength(3);
  expect(chats.groups()).toEqual([]);
  expect(chats.emitted.at(-1)).toEqual([]);
});

it.for<[string, Partial<CommandSubject>]>([
  ['another line', { line: 'npm ci ' }],
  ['without confinement', { confined: false }],
  ['after it was stopped', { refused: { hosts: [], network: true, files: false } }],
  ['with hosts', { hosts: ['example.com'] }],
  ['in a folder below', { folder: '/work/b/packages' }],
  ['with more input', { more: { timeout: 1 } }],
])('does not join one %s', async ([, more]) => {
  expect((await chatsThatAsk({ a: {}, b: more })).groups()).toEqual([]);
});

it('joins none without a plain yes and no, and none of one chat alone', async () => {
  const chats = await chatsThatAsk({ a: {} });
  const { workspaceId } = chats.requestOf('a');
  const subject = { type: 'command' as const, line: 'npm ci', folder: '/work/a', confined: true };
  const again = chats.opened('d');
  void chats.ask(subject, 'd', { workspaceId, folder: '/work/a' });
  await again;
  void chats.ask({ type: 'other', title: 'x', text: '' }, 'e');
  expect(chats.groups()).toEqual([]);
});

it('leaves out what was answered, asks for something else, or has something entered on its card', async () => {
  const chats = await chatsThatAsk({ a: {}, b: {}, c: {}, d: {}, e: { line: 'npm publish' } });
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(chats.requestOf);
  if (!a || !b || !c || !d || !e) throw new Error('They wait.');
  chats.permissions.answer(b, b.permissionId, { choiceId: 'no' });
  chats.permissions.saveDraft(c, c.permissionId, { reason: '', note: '', line: 'npm i' });
  expect(chats.same.answer({ requests: [a, b, c, d, e], from: a.permissionId, verdict: 'no' })).toEqual({
    ok: true,
    leftOut: ['b', 'c', 'e'],
  });
  expect(await chats.ends[3]).toEqual({ type: 'denied', by: { type: 'person' } });
  expect(chats.groups()).toEqual([]);
  expect(chats.same.answer({ requests: [a, c], from: a.permissionId, verdict: 'once' })).toEqual({
    ok: false,
    failure: 'not-pending',
  });
  expect(chats.stores.permissions.waiting(c.workspaceId)).toHaveLength(1);
});

it('answers those that were shown and no other: what came since waits on', async () => {
  const chats = await chatsThatAsk({ a: {}, b: {} });
  const shown = chats.same.groups();
  await chats.joins('late', 'Codex');
  expect(chats.groups()).toEqual([['a', 'b', 'late']]);
  expect(chats.same.groups()[0]?.key).toBe(shown[0]?.key);
  expect(chats.answer('once', ...(shown[0]?.requests ?? []))).toEqual({ ok: true, leftOut: [] });
  const late = chats.requestOf('late');
  expect(chats.stores.permissions.waiting(late.workspaceId)).toHaveLength(1);
  expect(chats.ledger()).toHaveLength(2);
});

it('names who asks in which folder and why, and goes by nothing else of them', async () => {
  const chats = await chatsThatAsk({ a: {} });
  await chats.joins('b', 'Codex');
  const { requests = [] } = chats.same.groups()[0] ?? {};
  expect(requests.map(({ asker, folder, reason }) => [asker, folder, reason])).toEqual([
    ['Claude', '/work/a', null],
    ['Codex', '/work/b', null],
  ]);
});

it('from no card leaves out each on whose card something is entered, also the first', async () => {
  const chats = await chatsThatAsk({ a: {}, b: {}, c: {} });
  const [a, b, c] = ['a', 'b', 'c'].map(chats.requestOf);
  if (!a || !b || !c) throw new Error('They wait.');
  chats.permissions.saveDraft(a, a.permissionId, { reason: 'Not', note: '', line: null });
  expect(chats.answer('once', a, b, c)).toEqual({ ok: true, leftOut: ['a'] });
  expect(chats.answer('once', a, b)).toEqual({ ok: false, failure: 'not-pending' });
  expect(chats.stores.permissions.waiting(a.workspaceId)).toHaveLength(1);
});
