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
