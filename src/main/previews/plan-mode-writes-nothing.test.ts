import { expect, it } from 'vitest';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';
import { treeOf } from '../../../test/main/folder/tree.ts';

const calls = [
  call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] }),
  call('w1', 'write_file', { path: 'b.txt', content: 'b\n' }),
  call('d1', 'delete_file', { path: 'a.txt' }),
  call('x1', 'ast_edit', { ops: [{ pattern: 'f()', replacement: 'g()' }], lang: 'css', path: '.' }),
];
const names = ['edit_file', 'write_file', 'delete_file', 'ast_edit'];
const refusals = names.map((name) => ({
  is_error: true,
  content: `${name} is available in exec mode only.`,
}));

const named = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);

it('offers no tool that writes in plan mode, and refuses those that are called all the same', async () => {
  const chat = await previewChat();
  const { workspaceId, client, folder } = chat;
  await client.workspace.setMode({ workspaceId, mode: 'plan' });
  const before = treeOf(folder);
  chat.server.reply(answer(...calls), say('Oh.'));
  await chat.send('Go');
  for (const name of names) expect(named(await chat.body(0))).not.toContain(name);
  expect((await chat.body(1)).messages.at(-1)?.content).toMatchObject(refusals);
  expect(actionsOf(chat.chat.transcript())).toEqual([]);
  expect(treeOf(folder)).toEqual(before);
});

it('refuses them at the moment they run, where the mode changed after the model was asked', async () => {
  const chat = await previewChat();
  const { workspaceId, client, folder } = chat;
  const before = treeOf(folder);
  const gate = Promise.withResolvers<void>();
  chat.server.reply({ ...answer(...calls), after: gate.promise }, say('Oh.'));
  await chat.send('Go');
  expect(named(await chat.body(0))).toContain('edit_file');
  await client.workspace.setMode({ workspaceId, mode: 'plan' });
  gate.resolve();
  expect((await chat.body(1)).messages.at(-1)?.content).toMatchObject(refusals);
  expect(treeOf(folder)).toEqual(before);
});

it('asks the person before an edit is applied in plan mode, also where edits need no asking', async () => {
  const chat = await previewChat();
  const { workspaceId, client } = chat;
  await client.workspace.setApprovals({ workspaceId, approvals: 'auto-edits' });
  const gate = Promise.withResolvers<void>();
  chat.server.reply(answer(...calls.slice(0, 1)), { ...apply('r1'), after: gate.promise }, say('Done.'));
  await chat.send('Go');
  await chat.body(1);
  await client.workspace.setMode({ workspaceId, mode: 'plan' });
  gate.resolve();
  await chat.chat.until(asked);
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
  await chat.decide({ type: 'apply' });
  await chat.body(2);
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
});
