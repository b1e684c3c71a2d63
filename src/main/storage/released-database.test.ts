import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlderDatabase, makeUnreleasedDatabase } from '../../../test/main/storage/older-database.ts';
import { actionsOf } from '../../../test/main/previews/preview-chat.ts';
import { says, scriptedAgent } from '../../../test/main/agents/model/scripted-agent.ts';
import { said, waits } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { startTestApp, toolParts, watchChat } from '../../../test/main/test-app.ts';

test('a data folder of Parley 0.1.0 opens with all that is in it, and its open question is answered', async () => {
  const folder = temporaryFolder();
  const projectFolder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), (old) => {
    old.prepare('UPDATE workspaces SET folder = ?').run(projectFolder);
  });
  const agent = scriptedAgent([() => says('The blue one.')]);
  const { app, client } = await startTestApp(folder, { agentFor: agent.agentFor });
  const { about, workspaces } = app.state();
  expect(about.startMessage).toBeNull();
  expect(workspaces).toMatchObject([{ name: 'tea', folder: projectFolder, mode: 'plan' }]);
  const [workspace] = workspaces;
  if (workspace === undefined) throw new Error('There is no chat.');

  const chat = await watchChat(client, workspace.id);
  const transcript = await chat.until(waits(1));
  expect(transcript.messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))).toEqual([
    'Put a tea on the menu',
    'Do it',
    'And a cup',
  ]);
  expect(said('The menu has it.')(transcript)).toBe(true);
  expect(toolParts(transcript).map(({ toolName }) => toolName)).toEqual([
    'ask_user_question',
    'edit_file',
    'resolve',
    'ask_user_question',
  ]);
  expect(actionsOf(transcript)).toMatchObject([{ label: 'Edit menu.txt', outcome: { type: 'applied' } }]);

  const open = toolParts(transcript).at(-1);
  if (open === undefined) throw new Error('There is no open question.');
  const answers = [{ questionId: '1', picks: ['B'] }];
  await client.workspace.answerAskUserQuestion({
    workspaceId: workspace.id,
    toolCallId: open.toolCallId,
    answers,
  });
  await chat.until(said('The blue one.'));
  expect(JSON.stringify(agent.prompts[0])).toContain('\\"Which cup?\\"=\\"B\\"');
  const { entries } = await client.ledger.search({ query: '' });
  expect(entries).toMatchObject([
    { kind: 'ask', questions: [{ prompt: 'Which cup?' }], outcome: { replies: [{ picks: ['B'] }] } },
    {
      kind: 'preview',
      label: 'Edit menu.txt',
      settlement: { outcome: { type: 'applied', userWords: 'Fine' } },
    },
    { kind: 'ask', questions: [{ prompt: 'Which tea?' }], outcome: { replies: [{ picks: ['A'] }] } },
  ]);
  expect(existsSync(join(folder, 'parley.db.v12.backup'))).toBe(true);
});

test('a data folder of the last version before 0.2 opens with all that is in it, and a question from outside is answered', async () => {
  const folder = temporaryFolder();
  makeUnreleasedDatabase(join(folder, 'parley.db'), (database) => {
    database.exec("UPDATE workspaces SET agent = 'guide'");
  });
  const { app, client } = await startTestApp(folder, { agentFor: scriptedAgent([]).agentFor });
  const { about, workspaces } = app.state();
  expect(about.startMessage).toBeNull();
  expect(workspaces.map(({ name }) => name).sort()).toEqual(['Good day', 'Put a tea on the menu']);
  const clock = workspaces.find(({ name }) => name === 'Good day');
  if (clock === undefined) throw new Error('There is no chat.');

  const chat = await watchChat(client, clock.id);
  const transcript = await chat.until(waits(2));
  expect(transcript.messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))).toEqual([
    'Good day',
    '/oil',
    'Which steel spring?',
  ]);
  expect(actionsOf(transcript).map(({ label }) => label)).toEqual([
    'Edit clock.md',
    'Edit clock.md',
    'Oil it',
  ]);
  const open = toolParts(transcript).find(({ toolName }) => toolName === 'AskUserQuestion');
  if (open === undefined) throw new Error('There is no question from outside.');
  const answers = [{ questionId: '1', picks: ['Soft'] }];
  await client.workspace.answerAskUserQuestion({
    workspaceId: clock.id,
    toolCallId: open.toolCallId,
    answers,
  });
  await chat.until(waits(1));
  const { entries } = await client.ledger.search({ query: 'soft' });
  expect(entries).toMatchObject([
    { kind: 'ask', questions: [{ prompt: 'Wind it?' }], outcome: { replies: [{ picks: ['Soft'] }] } },
    { kind: 'ask', questions: [{ prompt: 'Which steel?' }], outcome: { replies: [{ picks: ['Hard'] }] } },
  ]);
  expect(existsSync(join(folder, 'parley.db.v38.backup'))).toBe(true);
});
