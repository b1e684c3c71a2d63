import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mode } from '../../../../shared/workspace/workspace.ts';
import { answerPermission, waitingPermission } from '../../../../../test/main/permissions/permission-chat.ts';
import { said, waits } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';
import type { AgentChoice } from '../providers.ts';
import { createGuide } from './guide.ts';

const quickGuide = (confined: boolean): AgentChoice => ({
  ok: true,
  agent: {
    name: 'Guide',
    model: 'Built-in guide',
    languageModel: async () =>
      createGuide(
        async () => confined,
        async () => {},
      ),
  },
});

const manifest = (test: string) => JSON.stringify({ name: 'tides', scripts: { start: 'x', test } });

/** A chat of the guide on a folder whose tests end as given. */
async function chatOf({
  mode = 'exec',
  file = 'package.json',
  text = manifest('exit 0'),
  confined = true,
}: {
  mode?: Mode;
  file?: string;
  text?: string;
  /** Where commands are said to be. */
  confined?: boolean;
} = {}) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, file), text);
  const { client } = testApp(temporaryFolder(), { agentFor: () => quickGuide(confined), env: process.env });
  const { id: workspaceId } = await client.workspace.create({ folder });
  await client.workspace.setMode({ workspaceId, mode });
  const chat = await watchChat(client, workspaceId);
  const send = (message: string) =>
    client.workspace.sendMessage({ workspaceId, key: message, text: message });
  /** The id of the call that runs the tests, once it is there. */
  const running = async (count = 1) => {
    const runs = (now: Parameters<typeof toolParts>[0]) =>
      toolParts(now).filter(({ toolName }) => toolName === 'run_command');
    const seen = await chat.until((now) => runs(now).length === count);
    return String(runs(seen).at(-1)?.toolCallId);
  };
  return { client, chat, workspaceId, send, running };
}

test('in Edit mode it asks to run the tests first, and says that they went through', async () => {
  const here = await chatOf();
  await here.send('Make it better');
  const id = await here.running();
  expect((await waitingPermission(here, id)).subject).toMatchObject({ type: 'command', line: 'npm test' });
  expect(agentText(here.chat.transcript())).toContain('It runs once you allow it.');
  await answerPermission(here, id, { choiceId: 'once' });
  const seen = await here.chat.until(said('Switch to Plan'));
  expect(agentText(seen)).toContain('`npm test` went through. In Edit mode I ask you no questions');
});

test('where they are not confined it does not ask by itself, but runs them when it is told to', async () => {
  const here = await chatOf({ confined: false });
  await here.send('Make it better');
  const seen = await here.chat.until(said('Switch to Plan'));
  expect(toolParts(seen).filter(({ toolName }) => toolName === 'run_command')).toEqual([]);
  await here.send('Run the tests');
  await answerPermission(here, await here.running(), { choiceId: 'once' });
  await here.chat.until(said('`npm test` went through.'));
});

test('tests that fail are said to, with their exit code', async () => {
  const here = await chatOf({ text: manifest('exit 3') });
  await here.send('Run the tests');
  await answerPermission(here, await here.running(), { choiceId: 'once' });
  const seen = await here.chat.until(said('ended with exit code'));
  expect(agentText(seen)).toContain('`npm test` ended with exit code 3. Its card shows what it said');
});

test('the line that the person made of it is named', async () => {
  const here = await chatOf();
  await here.send('Run the tests');
  await answerPermission(here, await here.running(), { choiceId: 'once', line: 'echo tried' });
  expect(agentText(await here.chat.until(said('went through')))).toContain('`echo tried` went through.');
});

test('after a no it goes on without, and quotes the reason', async () => {
  const here = await chatOf();
  await here.send('Make it better');
  await answerPermission(here, await here.running(), { choiceId: 'no', reason: 'It is slow.' });
  const seen = await here.chat.until(said('Switch to Plan'));
  expect(agentText(seen)).toContain(
    'All right, I did not run `npm test`. You said: “It is slow.” In Edit mode',
  );
  expect(toolParts(seen).filter(({ toolName }) => toolName === 'run_command')).toHaveLength(1);
});

test('a message instead of an answer is quoted, and the work goes on', async () => {
  const here = await chatOf();
  await here.send('Make it better');
  await waitingPermission(here, await here.running());
  await here.send('Rather not now');
  const seen = await here.chat.until(said('Switch to Plan'));
  expect(agentText(seen)).toContain('I did not run `npm test`. You wrote: “Rather not now”');
});

test('a reason of several lines is a quote of its own', async () => {
  const here = await chatOf();
  await here.send('Make it better');
  await answerPermission(here, await here.running(), { choiceId: 'no', reason: 'It is slow.\nLater.' });
  const seen = await here.chat.until(said('Switch to Plan'));
  expect(agentText(seen)).toMatch(/> It is slow\.[^]*> Later\.\n\nIn Edit mode/);
});

test('“stop” instead of an answer stops it', async () => {
  const here = await chatOf();
  await here.send('Make it better');
  await waitingPermission(here, await here.running());
  await here.send('stop');
  expect(agentText(await here.chat.until(said('I leave it there')))).not.toContain('Switch to Plan');
});

test('after a no that ended the turn, a message begins something new', async () => {
  const here = await chatOf();
  await here.send('Make it better');
  const id = await here.running();
  const { choices } = await waitingPermission(here, id);
  const stop = choices.find(({ meaning }) => meaning === 'no-and-stop')?.id ?? '';
  await answerPermission(here, id, { choiceId: stop });
  await untilWorkspace(here.client, here.workspaceId, ({ turn }) => turn.status !== 'working');
  await here.send('Run the tests');
  await answerPermission(here, await here.running(2), { choiceId: 'once' });
  expect(agentText(await here.chat.until(said('went through')))).not.toContain('Switch to Plan');
});

test('without tests it runs nothing, and says so when it is told to', async () => {
  const here = await chatOf({ file: 'notes.txt', text: 'Tides' });
  await here.send('Make it better');
  await here.chat.until(said('Switch to Plan'));
  await here.send('Run the tests');
  const seen = await here.chat.until(said('nothing here that says how the tests are run'));
  expect(toolParts(seen).filter(({ toolName }) => toolName === 'run_command')).toEqual([]);
});

test('told to run the tests instead of being answered, it does, and writes no plan', async () => {
  const here = await chatOf();
  await here.client.workspace.setDialect({ workspaceId: here.workspaceId, dialect: 'ask' });
  await here.send('Make it better');
  await here.chat.until(waits(1));
  await here.send('Just run the tests');
  await answerPermission(here, await here.running(), { choiceId: 'once' });
  const seen = await here.chat.until(said('`npm test` went through.'));
  expect(agentText(seen)).toContain('That is `npm test` here.');
  expect(agentText(seen)).not.toContain('## Steps');
});

test('in Plan mode it runs nothing', async () => {
  const here = await chatOf({ mode: 'plan' });
  await here.send('Run the tests');
  const seen = await here.chat.until(said('In Plan mode I run nothing.'));
  expect(toolParts(seen).map(({ toolName }) => toolName)).not.toContain('run_command');
});
