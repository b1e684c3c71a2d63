import { expect, it } from 'vitest';
import { breakTable } from '../../../test/main/storage/break-table.ts';
import {
  approvedText,
  approveHere,
  planChat,
  propose,
  settled,
} from '../../../test/main/previews/plan-chat.ts';
import {
  actionsOf,
  answer,
  call,
  leftAlone,
  previewChat,
  say,
} from '../../../test/main/previews/preview-chat.ts';

const write = call('w1', 'write_file', { path: 'b.txt', content: 'b\n' });
const about = 'About the preview “Create b.txt”: Applied: Create b.txt.';

it('ends nothing where the word to the agent can’t be stored, and does both when decided again', async () => {
  const chat = await leftAlone(await planChat(), propose());
  const mend = breakTable(chat.dataDir, 'INSERT ON steering');
  await expect(chat.decide(approveHere())).rejects.toThrow('no room');
  expect(chat.action().outcome).toBeNull();
  mend();
  chat.server.reply(say('On it.'));
  await chat.decide(approveHere());
  const { messages } = await chat.body(4);
  expect(JSON.stringify(messages).split(approvedText)).toHaveLength(2);
});

it('does both after a restart, once, where the process ended between the files and the word', async () => {
  const chat = await leftAlone(await previewChat(), write);
  const mend = breakTable(chat.dataDir, 'INSERT ON steering');
  await expect(chat.decide({ type: 'apply' })).rejects.toThrow('no room');
  expect(chat.read('b.txt')).toBe('b\n');
  await chat.close();
  mend();
  const next = await chat.restart();
  await next.chat.until(settled);
  chat.server.reply(say('I see.'));
  await next.send('And?');
  const { messages } = await chat.body(4);
  expect(JSON.stringify(messages).split(about)).toHaveLength(2);
});

it('tells of an undo once where the first word of it can’t be stored', async () => {
  const chat = await leftAlone(await previewChat(), write);
  await chat.decide({ type: 'apply' });
  const { workspaceId } = chat;
  const undo = () => chat.client.workspace.undoPreview({ workspaceId, actionId: chat.action().id });
  const mend = breakTable(chat.dataDir, 'UPDATE ON pending_actions WHEN new.shown LIKE \'%"undone":true%\'');
  await expect(undo()).rejects.toThrow('no room');
  mend();
  await undo();
  chat.server.reply(say('I see.'));
  await chat.send('And?');
  const { messages } = await chat.body(4);
  expect(JSON.stringify(messages).split('The user undid it')).toHaveLength(2);
});

it('carries two decisions out once each that were made at the same moment', async () => {
  const chat = await previewChat();
  const names = ['b.txt', 'c.txt'];
  const [one, other] = names.map((path) => answer(call(path, 'write_file', { path, content: `${path}\n` })));
  if (one === undefined || other === undefined) throw new Error('There are two.');
  const gate = Promise.withResolvers<void>();
  chat.server.reply(one, other, { ...say('Hm.'), after: gate.promise });
  await chat.send('Go');
  await chat.chat.until((now) => actionsOf(now).length === 2);
  await chat.body(2);
  await chat.client.workspace.stop({ workspaceId: chat.workspaceId });
  await chat.turn('interrupted');
  gate.resolve();
  await Promise.all([chat.decide({ type: 'apply' }, 0), chat.decide({ type: 'apply' }, 1)]);
  expect(names.map(chat.read)).toEqual(['b.txt\n', 'c.txt\n']);
  chat.server.reply(say('I see.'));
  await chat.send('And?');
  const { messages } = await chat.body(3);
  for (const name of names)
    expect(JSON.stringify(messages).split(`Applied: Create ${name}.`)).toHaveLength(2);
});
