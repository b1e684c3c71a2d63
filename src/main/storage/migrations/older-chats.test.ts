import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { formIdSchema, toolCallIdSchema } from '../../../shared/ids.ts';
import { attachmentIdSchema } from '../../../shared/transcript/attachment.ts';
import { openOlderStores } from '../../../../test/main/storage/older-database.ts';
import { messageCountSql, queuedMessagesSql } from '../message-store.ts';
import { spanOf } from '../part-store.ts';

test('which folder an older workspace is about is not known, and can be learnt', () => {
  const { workspaces, chat, close } = openOlderStores();
  expect(chat.folder_identity).toBe(null);
  workspaces.setFolderIdentity(chat.id, '1:2:3');
  expect(workspaces.get(chat.id)?.folder_identity).toBe('1:2:3');
  close();
});

test('an older chat has used nothing of its context, as far as is known', () => {
  const { usage, chat, close } = openOlderStores();
  expect(usage.read(chat.id).context).toBe(0);
  close();
});

test('an older chat keeps the context it had, until it is known which message took it', () => {
  const { usage, messages, chat, close } = openOlderStores();
  messages.addAgentMessage(chat.id, 2);
  usage.setContext(chat.id, 70);
  usage.showContext(chat.id);
  expect(usage.read(chat.id).context).toBe(70);
  usage.add(chat.id, messages.addAgentMessage(chat.id, 3), { input: 10, output: 5 }, null);
  usage.showContext(chat.id);
  expect(usage.read(chat.id).context).toBe(15);
  close();
});

test('what the tokens of an older chat cost is not known', () => {
  const { usage, messages, chat, close } = openOlderStores((database) =>
    database.exec('UPDATE workspaces SET input_tokens = 900, output_tokens = 100'),
  );
  expect(usage.read(chat.id).cost).toEqual({ dollars: 0, unpriced: 1_000 });
  usage.add(chat.id, messages.addAgentMessage(chat.id, 2), { input: 10, output: 5 }, 0.25);
  expect(usage.read(chat.id).cost).toEqual({ dollars: 0.25, unpriced: 1_000 });
  close();
});

test('the time that a call of an older chat took is not known', () => {
  const { parts, chat, close } = openOlderStores();
  const stored = [...parts.ofChat(chat.id).values()].flat();
  expect(stored.some(({ type }) => type === 'tool')).toBe(true);
  expect(stored.map(spanOf).filter((span) => span !== undefined)).toEqual([]);
  close();
});

test('an older chat has no progress list, and can get one', () => {
  const { messages, progress, chat, close } = openOlderStores();
  expect(progress.read(chat.id)).toEqual([]);
  const items = [{ text: 'Look', status: 'pending' as const }];
  progress.save(chat.id, messages.addAgentMessage(chat.id, 2), items);
  expect(progress.read(chat.id)).toEqual(items);
  close();
});

test('the model of an older chat does not think unless it is told to', () => {
  const { workspaces, chat, close } = openOlderStores();
  expect(chat.thinking).toBe('off');
  workspaces.setThinking(chat.id, 'high');
  expect(workspaces.get(chat.id)?.thinking).toBe('high');
  close();
});

test('the model of an older chat is not asked for a title, also where its first words name it', () => {
  const { workspaces, chat, close } = openOlderStores();
  workspaces.rename(chat.id, 'Which tea?', false);
  expect(workspaces.takeTitleDue(chat.id)).toBe(false);
  close();
});

test('an older chat has no summary, and can get one', () => {
  const { messages, summaries, chat, close } = openOlderStores();
  expect(summaries.newest(chat.id)).toBeUndefined();
  const until = messages.addAgentMessage(chat.id, 2);
  const summary = { until, text: 'All of it', decisions: ['Yes', 'No'] };
  const id = summaries.add({ workspaceId: chat.id, ...summary, at: 3 });
  expect(summaries.newest(chat.id)).toEqual({ id, ...summary });
  expect(summaries.drop(chat.id, id)).toBe(true);
  expect(summaries.newest(chat.id)).toBeUndefined();
  close();
});

test('an older chat has run no commands, and can run some', () => {
  const { commands, chat, close } = openOlderStores();
  const call = { workspaceId: chat.id, toolCallId: toolCallIdSchema.parse('one') };
  expect(commands.nextNumber(call)).toBe(1);
  expect([commands.open(), commands.markers()]).toEqual([[], []]);
  close();
});

test('an older message has no changes, and can get some', () => {
  const { messages, turnChanges, chat, close } = openOlderStores();
  const messageId = messages.addAgentMessage(chat.id, 2);
  expect(turnChanges.shown(messageId)).toBeUndefined();
  const shown = { files: [], ranCommands: true, unseen: ['no-git' as const], undo: null };
  turnChanges.save({ workspaceId: chat.id, messageId, shown, undo: null });
  expect(turnChanges.shown(messageId)).toEqual(shown);
  close();
});

test('an older Parley has trusted no folder, and can trust one', () => {
  const { trust, close } = openOlderStores();
  expect(trust.list()).toEqual([]);
  const decision = {
    folder: '/a',
    identity: '1:2:3',
    trusted: true,
    files: { '.mcp.json': 'x' },
    decidedAt: 4,
  };
  trust.save(decision);
  expect([trust.list(), trust.get('/a'), trust.get('/b')]).toEqual([[decision], decision, undefined]);
  close();
});

test('older messages are no commands, and a new one keeps what it stands for', () => {
  const { messages, chat, close } = openOlderStores();
  expect(messages.page(chat.id, 1_000, 100).every(({ command }) => command === null)).toBe(true);
  const command = { source: '.parley/commands/a.md', text: 'Do it.' };
  const of = { workspaceId: chat.id, key: 'a', text: '/a', mentions: [], attachments: [], at: 1 };
  const added = messages.addUserMessage({ ...of, command });
  expect(messages.ofPerson(chat.id, added)?.command).toEqual(command);
  close();
});

test('a chat of an older Parley can be asked with a form, which the record gets once it has ended', () => {
  const { workspaces, messages, forms, ledger, chat, close } = openOlderStores();
  const before = [...ledger.every(0)].length;
  const messageId = messages.addAgentMessage(chat.id, 2);
  const call = { workspaceId: chat.id, toolCallId: toolCallIdSchema.parse('c') };
  const id = formIdSchema.parse('f');
  const subject = { type: 'link' as const, before: 'https://', host: 'a.example', after: '/' };
  const asker = { agent: 'Claude', server: 'tickets' };
  forms.open({ ...call, messageId, shown: { id, asker, message: 'Sign in', subject, openedAt: 3 } });
  const waiting = workspaces.get(chat.id);
  expect(waiting?.waiting).toBe(chat.waiting + 1);
  expect(waiting?.waiting_for).toContain('form');
  forms.settle(id, { outcome: { type: 'declined' }, at: 4 });
  const [entry] = ledger.every(0);
  expect([...ledger.every(0)]).toHaveLength(before + 1);
  expect(entry).toMatchObject({ kind: 'form', asker: 'Claude', server: 'tickets', message: 'Sign in' });
  expect(forms.ofMessage(messageId)).toHaveLength(1);
  close();
});

test('messages of an older chat are counted, from an index alone', () => {
  const { messages, chat, file, close } = openOlderStores();
  const added = messages.addAgentMessage(chat.id, 2);
  const { all, before } = messages.count(chat.id, added);
  expect(all).toBeGreaterThan(1);
  expect(before).toBe(all - 1);
  close();
  const database = new DatabaseSync(file);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${messageCountSql}`).all(chat.id, added);
  const reads = steps.map(({ detail }) => String(detail)).filter((step) => step.includes('messages'));
  expect(reads).toHaveLength(2);
  for (const step of reads) expect(step).toContain('COVERING INDEX shown_messages');
  database.close();
});

test('queued messages of an older chat are found without reading its other messages', () => {
  const { file, close } = openOlderStores();
  close();
  const database = new DatabaseSync(file);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${queuedMessagesSql}`).all('chat');
  expect(steps.map(({ detail }) => detail)).toEqual([
    'SEARCH messages USING INDEX queued_messages (workspace_id=?)',
  ]);
  database.close();
});

test('files of older chats have no copy, and are refused, noted and copied as new ones are', () => {
  const { attachments, messages, chat, close } = openOlderStores();
  const [file] = attachments.unsent(chat.id);
  if (file === undefined) throw new Error('There is no file.');
  expect(Buffer.from(attachments.readForModels(chat.id, file.id) ?? []).toString()).toBe('hello');
  expect(attachments.refusedBy(chat.id, 'a/b')).toEqual(new Set());
  for (const agent of ['a/b', 'a/b', 'c/d']) attachments.refuse(chat.id, agent, [file.id]);
  attachments.refuse(chat.id, 'e/f', [attachmentIdSchema.parse('gone')]);
  expect(['a/b', 'c/d', 'e/f'].map((agent) => attachments.refusedBy(chat.id, agent).size)).toEqual([1, 1, 0]);

  const at = messages.addAgentMessage(chat.id, 2);
  expect(messages.notes(chat.id)).toEqual([]);
  const note = (name: string) => ({
    type: 'images-left-out' as const,
    by: 'Claude',
    images: [{ id: file.id, name }],
    why: { type: 'context' as const },
  });
  messages.addNotes(at, [note('one')]);
  messages.addNotes(at, [note('two')]);
  expect(messages.notes(chat.id)).toEqual([note('one'), note('two')]);

  const [first, second] = [messages.addAgentMessage(chat.id, 3), messages.addAgentMessage(chat.id, 4)];
  attachments.giveTo(first, chat.id, [file.id]);
  attachments.copy(first, second, []);
  const [copied] = attachments.ofMessage(second);
  expect(copied?.id).not.toBe(file.id);
  expect(attachments.refusedBy(chat.id, 'a/b').size).toBe(2);
  attachments.copy(first, second, [file.id]);
  expect(attachments.ofMessage(second)).toHaveLength(1);
  close();
});
