import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { permissionIdSchema, toolCallIdSchema } from '../../shared/ids.ts';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import { permissionsOn, workspaceId } from '../../../test/main/permissions/permissions-on.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';

const command = (folder: string): PermissionSubject => ({
  type: 'command',
  line: 'npm test',
  folder,
  confined: false,
});

it('knows the folder of a rule again by more than its path; one that denies holds for any there', async () => {
  const folder = join(temporaryFolder(), 'project');
  mkdirSync(folder);
  const one = permissionsOn({ folder });
  void one.ask(command(folder));
  one.answer({ choiceId: 'always-0' });
  expect(await one.ask(command(folder), 'd')).toMatchObject({ type: 'allowed', by: { type: 'rule' } });
  renameSync(folder, `${folder}-before`);
  mkdirSync(folder);
  void one.ask(command(folder), 'e');
  expect(one.events.at(-1)).toMatchObject({ type: 'opened', item: { toolCallId: 'e' } });
  one.answer({ choiceId: 'never' }, 'e');
  renameSync(folder, `${folder}-again`);
  mkdirSync(folder);
  expect(await one.ask(command(folder), 'f')).toMatchObject({ type: 'denied', by: { type: 'rule' } });
  renameSync(folder, `${folder}-third`);
  renameSync(`${folder}-before`, folder);
  const denying = one.rules.list().find(({ effect }) => effect === 'deny');
  if (denying !== undefined) one.rules.remove(denying.id);
  expect(await one.ask(command(folder), 'g')).toMatchObject({ type: 'allowed' });
});

it('ends with its chat also what no call has asked for again since the start', () => {
  const first = permissionsOn();
  void first.ask(command('/work/tiny'));
  first.close();
  const next = permissionsOn({ dataDir: first.dataDir });
  next.permissions.chatRemoved(workspaceId);
  expect(next.stores.permissions.waiting(workspaceId)).toEqual([]);
  expect([next.shown, next.ledger().length]).toEqual([['c'], 1]);
});

it('stores the end of what was stopped as soon as the disk takes it', async () => {
  const one = permissionsOn();
  const end = one.ask(command('/work/tiny'));
  const settle = vi.spyOn(one.stores.permissions, 'settle').mockImplementationOnce(() => {
    throw new Error('disk full');
  });
  one.stop.abort();
  expect(await end).toEqual({ type: 'interrupted' });
  expect(one.stores.permissions.waiting(workspaceId)).toHaveLength(1);
  settle.mockRestore();
  const other = { signal: new AbortController().signal };
  const subject = command('/work/tiny');
  const [left] = one.stores.permissions.waiting(workspaceId);
  if (left === undefined) throw new Error('Nothing is left.');
  const about = {
    ...one.key('d'),
    messageId: left.messageId,
    asker: 'Claude',
    folder: '/work/tiny',
    subject,
  };
  void one.permissions.request(about, other);
  expect(one.stores.permissions.waiting(workspaceId).map(({ toolCallId }) => toolCallId)).toEqual(['d']);
});

/** How reading commands are looked at, which find this. */
const looksThat = (found: string[] | undefined) => ({
  unaskedReading: async () => found,
  environment: async () => process.env,
  gitSetup: async () => ({ fingerprint: 'the same', runsNothing: true }),
});

const reads = { ...command('/work/tiny'), line: 'cat note' };

it('looks again after a restart at what only reads and did not begin', async () => {
  const first = permissionsOn({ looks: looksThat(['/bin/cat', 'note']) });
  const allowed = { type: 'allowed', by: { type: 'reads-only' } };
  expect(await first.ask(reads)).toEqual({ ...allowed, argv: ['/bin/cat', 'note'] });
  first.close();
  const moved = permissionsOn({ dataDir: first.dataDir, looks: looksThat(['/usr/bin/cat', 'note']) });
  expect(await moved.ask(reads)).toEqual({ ...allowed, argv: ['/usr/bin/cat', 'note'] });
  moved.close();
  // By now it is a link to a key.
  const next = permissionsOn({ dataDir: first.dataDir, looks: looksThat(undefined) });
  const waits = next.opened();
  const end = next.ask(reads);
  await waits;
  expect(next.answer({ choiceId: 'no' })).toEqual({ ok: true });
  expect(await end).toMatchObject({ type: 'denied' });
  expect(await next.ask(reads)).toMatchObject({ type: 'denied', by: { type: 'person' } });
});

it('asks the rules again after a restart, and begins nothing a second time', async () => {
  const first = permissionsOn();
  void first.ask(command('/work/tiny'), 'before');
  first.answer({ choiceId: 'always-0' }, 'before');
  expect(await first.ask(command('/work/tiny'))).toMatchObject({ by: { type: 'rule' } });
  expect(await first.ask(command('/work/tiny'), 'begun')).toMatchObject({ by: { type: 'rule' } });
  first.permissions.begin(first.key('begun'));
  first.close();
  const next = permissionsOn({ dataDir: first.dataDir });
  for (const { id } of next.rules.list()) next.rules.remove(id);
  expect(await next.ask(command('/work/tiny'), 'begun')).toEqual({ type: 'cut-off' });
  void next.ask(command('/work/tiny'));
  expect(next.events.at(-1)).toMatchObject({ type: 'opened', item: { toolCallId: 'c' } });
});

it('takes no answer for a chat that is not known', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const permissionId = permissionIdSchema.parse('p');
  const answered = client.workspace.answerPermission({
    workspaceId,
    toolCallId: toolCallIdSchema.parse('c'),
    permissionId,
    answer: { choiceId: 'once' },
  });
  await expect(answered).rejects.toMatchObject({ code: 'no-such-workspace' });
});
