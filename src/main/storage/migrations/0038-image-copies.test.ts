import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attachmentIdSchema } from '../../../shared/transcript/attachment.ts';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

test('files of older chats have no copy, and are refused, noted and copied as new ones are', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'));
  const { workspaces, attachments, messages, close } = openStores(folder, () => 1);
  const [row] = workspaces.list();
  if (row === undefined) throw new Error('There is no chat.');
  const [file] = attachments.unsent(row.id);
  if (file === undefined) throw new Error('There is no file.');
  expect(Buffer.from(attachments.readForModels(row.id, file.id) ?? []).toString()).toBe('hello');
  expect(attachments.refusedBy(row.id, 'a/b')).toEqual(new Set());
  for (const agent of ['a/b', 'a/b', 'c/d']) attachments.refuse(row.id, agent, [file.id]);
  attachments.refuse(row.id, 'e/f', [attachmentIdSchema.parse('gone')]);
  expect(['a/b', 'c/d', 'e/f'].map((agent) => attachments.refusedBy(row.id, agent).size)).toEqual([1, 1, 0]);

  const at = messages.addAgentMessage(row.id, 2);
  expect(messages.notes(row.id)).toEqual([]);
  const note = (name: string) => ({
    type: 'images-left-out' as const,
    by: 'Claude',
    images: [{ id: file.id, name }],
    why: { type: 'context' as const },
  });
  messages.addNotes(at, [note('one')]);
  messages.addNotes(at, [note('two')]);
  expect(messages.notes(row.id)).toEqual([note('one'), note('two')]);

  const [first, second] = [messages.addAgentMessage(row.id, 3), messages.addAgentMessage(row.id, 4)];
  attachments.giveTo(first, row.id, [file.id]);
  attachments.copy(first, second, []);
  const [copied] = attachments.ofMessage(second);
  expect(copied?.id).not.toBe(file.id);
  expect(attachments.refusedBy(row.id, 'a/b').size).toBe(2);
  attachments.copy(first, second, [file.id]);
  expect(attachments.ofMessage(second)).toHaveLength(1);
  close();
});
