import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { requestOf } from '../../shared/previews/preview-state.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  leftAlone,
  previewChat,
  resultOf,
  say,
} from '../../../test/main/previews/preview-chat.ts';

const edit = call('e1', 'edit_file', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'deux' }] });
const write = call('w1', 'write_file', { path: 'b.txt', content: 'b\n' });

it('lets a decision before the call of resolve settle that call at once', async () => {
  const chat = await previewChat();
  const gate = Promise.withResolvers<void>();
  chat.server.reply(answer(edit), { ...apply('r1'), after: gate.promise }, say('Done.'));
  await chat.send('Go');
  await chat.body(1);
  await chat.chat.until((now) => actionsOf(now).length === 1);
  await chat.decide({ type: 'discard', reason: 'No French' });
  await chat.chat.until((now) => actionsOf(now)[0]?.decision !== null);
  expect(chat.action().outcome).toBeNull();
  gate.resolve();
  const { messages } = await chat.body(2);
  expect(messages.at(-1)?.content).toMatchObject([{ content: 'Discarded: Edit a.txt. Reason: No French' }]);
  expect(chat.read('a.txt')).toBe('one\ntwo\n');
});

it('carries out at the end of a turn what was decided and no call of resolve took', async () => {
  const chat = await previewChat();
  const gate = Promise.withResolvers<void>();
  const chatter = { ...say('Hm.'), after: gate.promise };
  chat.server.reply(answer(edit), say('Hm.'), say('Hm.'), chatter);
  await chat.send('Go');
  await chat.body(3);
  await chat.chat.until((now) => actionsOf(now).length === 1);
  await chat.decide({ type: 'apply' });
  gate.resolve();
  await chat.chat.until((now) => actionsOf(now)[0]?.outcome?.type === 'applied');
  expect(chat.read('a.txt')).toBe('one\ndeux\n');
});

it('tells the agent in the next turn what is still being carried out when that turn begins', async () => {
  const chat = await leftAlone(await previewChat(), edit);
  chat.server.reply(say('I see.'));
  const decided = chat.decide({ type: 'apply', note: 'In French' });
  await chat.chat.until((now) => actionsOf(now)[0]?.state.type !== 'open');
  await Promise.all([decided, chat.send('And now?')]);
  const { messages } = await chat.body(4);
  expect(JSON.stringify(messages)).toContain('The user added: In French');
});

it('asks for one that was decided also where another is that the model left', async () => {
  const chat = await leftAlone(await previewChat(), edit);
  const gate = Promise.withResolvers<void>();
  const held = { ...say('Hm.'), after: gate.promise };
  chat.server.reply(answer(write), held, apply('r1'), apply('r2'), say('Done.'));
  await chat.send('Go on');
  await chat.body(5);
  await chat.chat.until((now) => actionsOf(now).length === 2);
  await chat.decide({ type: 'apply' }, 0);
  await chat.decide({ type: 'apply' }, 1);
  gate.resolve();
  expect(await chat.body(6)).toMatchObject({ tool_choice: { type: 'tool', name: 'resolve' } });
  await chat.chat.until((now) => actionsOf(now).every(({ outcome }) => outcome?.type === 'applied'));
});

it('brings an apply to its end that the end of the process cut off between two files', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit, write), apply('r1'), say('Done.'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.close();
  const stores = storesIn(chat.dataDir);
  const [action] = stores.actions.pending(chat.workspaceId);
  if (action === undefined) throw new Error('Nothing is pending.');
  const resolution = { action: 'apply', decidedBy: 'user', words: 'Yes' } as const;
  const request = requestOf(action.shown.state);
  const state = { type: 'carrying-out', request, decision: null, resolution } as const;
  stores.actions.save({ ...action, shown: { ...action.shown, state } });
  stores.close();
  writeFileSync(chat.pathOf('a.txt'), 'one\ndeux\n');
  const next = await chat.restart();
  const seen = await next.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')?.text).toBe(
    'Applied: Change 2 files.\n- a.txt (changed)\n- b.txt (created)\nThe user added: Yes',
  );
  expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ndeux\n', 'b\n']);
});

it('brings an apply of the workspace’s own to its end that was cut off as the turn was stopped', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(edit, write), apply('r1'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await chat.client.workspace.stop({ workspaceId: chat.workspaceId });
  await chat.turn('interrupted');
  await chat.close();
  const stores = storesIn(chat.dataDir);
  const [action] = stores.actions.pending(chat.workspaceId);
  if (action === undefined) throw new Error('Nothing is pending.');
  const resolution = { action: 'apply', decidedBy: 'policy', words: null } as const;
  const state = { type: 'carrying-out', request: null, decision: null, resolution } as const;
  stores.actions.save({ ...action, shown: { ...action.shown, state } });
  stores.close();
  writeFileSync(chat.pathOf('a.txt'), 'one\ndeux\n');
  const next = await chat.restart();
  await next.chat.until((now) => actionsOf(now)[0]?.outcome?.type === 'applied');
  expect(next.action().outcome).toMatchObject({ type: 'applied', decidedBy: 'policy' });
  expect([chat.read('a.txt'), chat.read('b.txt')]).toEqual(['one\ndeux\n', 'b\n']);
});
