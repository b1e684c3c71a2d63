import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messageIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

const chat = `'f96ed286-29fd-4907-a589-c4caa9f6dacd'`;

test('what was sent again in an older chat has become its branches', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), (database) => {
    const message = (id: number, role: string, replacedBy: number | null, queued = 0) =>
      database.exec(`INSERT INTO messages (id, workspace_id, role, queued, replaced_by, created_at)
        VALUES (${id}, ${chat}, '${role}', ${queued}, ${replacedBy ?? 'NULL'}, 1)`);
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
  const { workspaces, branches, messages, close } = openStores(folder, () => 1);
  const row = workspaces.list().find(({ id }) => `'${id}'` === chat);
  if (row === undefined) throw new Error('There is no chat.');
  const id = (number: number) => messageIdSchema.parse(number);
  const shown = () =>
    messages.page(row.id, Number.MAX_SAFE_INTEGER, 100).flatMap((one) => (one.id < 100 ? [] : [one.id]));
  expect(branches.versions(row.id).get(id(106))).toEqual([102, 104, 106]);
  expect(branches.versions(row.id).has(id(108))).toBe(false);
  expect(shown()).toEqual([100, 101, 106, 108]);
  expect(branches.show(row.id, id(103))).toBe('shown');
  expect(shown()).toEqual([100, 101, 102, 103]);
  expect(branches.show(row.id, id(104))).toBe('shown');
  expect(shown()).toEqual([100, 101, 104, 105]);
  expect(branches.show(row.id, id(106))).toBe('shown');
  expect(shown()).toEqual([100, 101, 106, 108]);
  expect(branches.show(row.id, id(107))).toBe('no-such-message');
  close();
});
