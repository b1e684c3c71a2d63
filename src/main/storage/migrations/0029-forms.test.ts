import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formIdSchema, toolCallIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('a chat of an older Parley can be asked with a form, which the record gets once it has ended', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, messages, forms, ledger, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  const before = [...ledger.every(0)].length;
  const messageId = messages.addAgentMessage(row.id, 2);
  const call = { workspaceId: row.id, toolCallId: toolCallIdSchema.parse('c') };
  const id = formIdSchema.parse('f');
  const subject = { type: 'link' as const, before: 'https://', host: 'a.example', after: '/' };
  const shown = {
    id,
    asker: { agent: 'Claude', server: 'tickets' },
    message: 'Sign in',
    subject,
    openedAt: 3,
  };
  forms.open({ ...call, messageId, shown });
  const waiting = workspaces.get(row.id);
  expect(waiting?.waiting).toBe(row.waiting + 1);
  expect(waiting?.waiting_for).toContain('form');
  forms.settle(id, { ending: { type: 'declined' }, at: 4 });
  const [entry] = ledger.every(0);
  expect([...ledger.every(0)]).toHaveLength(before + 1);
  expect(entry).toMatchObject({ kind: 'form', asker: 'Claude', server: 'tickets', message: 'Sign in' });
  expect(forms.ofMessage(messageId)).toHaveLength(1);
  close();
});
