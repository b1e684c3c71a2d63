import { expect, it } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../../shared/ids.ts';
import type { CommandSubject } from '../../shared/permissions/permission.ts';
import type { SameRequest } from '../../shared/permissions/same-request.ts';
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
  const emitted: SameRequest[][][] = [];
  const same = new SameRequests({
    permissions: one.permissions,
    store: one.stores.permissions,
    emit: (groups) => emitted.push(groups),
  });
  const ends = Object.entries(chats).map(([name, more]) => {
    const workspaceId = workspaceIdSchema.parse(name);
    const folder = `/work/${name}`;
    const row = { folder, mode: 'exec' as const, agent: 'guide', dialect: null, at: 1 };
    one.stores.workspaces.add({ id: workspaceId, name, ...row });
    one.stores.messages.addAgentMessage(workspaceId, 1);
    const messageId = one.stores.messages.page(workspaceId, Number.MAX_SAFE_INTEGER, 1)[0]?.id;
    const subject = { type: 'command' as const, line: 'npm ci', folder, confined: true, ...more };
    return one.ask(subject, 'c', { workspaceId, folder, ...(messageId && { messageId }) });
  });
  await allWait;
  const groups = () => same.groups().map((group) => group.map(({ workspaceId }) => workspaceId));
  const requestOf = (name: string) => {
    const workspaceId = workspaceIdSchema.parse(name);
    const [asked] = one.stores.permissions.ofCall({ workspaceId, toolCallId });
    if (asked === undefined) throw new Error('It asks for nothing.');
    return { workspaceId, toolCallId, permissionId: asked.shown.id };
  };
  return { ...one, same, emitted, ends, groups, requestOf };
}

it('joins what several chats ask for in the same words, and settles each by itself', async () => {
  const chats = await chatsThatAsk({ a: {}, b: { line: 'npm test' }, c: {}, d: {} });
  expect(chats.groups()).toEqual([['a', 'c', 'd']]);
  expect(chats.same.groups()[0]?.map(({ folder }) => folder)).toEqual(['/work/a', '/work/c', '/work/d']);
  const [a, c, d] = ['a', 'c', 'd'].map(chats.requestOf);
  if (a === undefined || c === undefined || d === undefined) throw new Error('They wait.');
  expect(chats.same.answer(a, [c, d], 'once')).toEqual({ ok: true, leftOut: [] });
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
  expect(chats.same.answer(a, [b, c, d, e], 'no')).toEqual({ ok: true, leftOut: ['b', 'c', 'e'] });
  expect(await chats.ends[3]).toEqual({ type: 'denied', by: { type: 'person' } });
  expect(chats.groups()).toEqual([]);
  expect(chats.same.answer(a, [c], 'once')).toEqual({ ok: false, failure: 'not-pending' });
  expect(chats.stores.permissions.waiting(c.workspaceId)).toHaveLength(1);
});
