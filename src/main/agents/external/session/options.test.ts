import { expect, test } from 'vitest';
import {
  startClaudeChat,
  startExternalChat,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { agentText, rowOf, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

test('an agent’s options are known once it ran, planning aside, which is the chat’s own switch', async () => {
  const { client, workspace, send, turn } = await startClaudeChat();
  const workspaceId = workspace.id;
  const read = () => client.workspace.readAgentOptions({ workspaceId });
  expect(await read()).toEqual({ options: [], known: false, problem: null });
  await send('options');
  await turn('idle');
  const { options, known } = await read();
  expect(known).toBe(true);
  expect(options.map(({ id, category, value }) => [id, category, value])).toEqual([
    ['mode', 'mode', 'default'],
    ['model', 'model', 'opus'],
    ['effort', 'thinking', 'medium'],
    ['fast', 'other', false],
  ]);
  const [mode] = options;
  expect(mode?.type === 'choice' && mode.choices.map(({ value, byItself }) => [value, byItself])).toEqual([
    ['default', false],
    ['acceptEdits', false],
    ['auto', true],
  ]);
});

test('what is chosen counts at once, also for the next chat with the agent in the folder', async () => {
  const { client, workspace, chat, send, turn } = await startClaudeChat();
  const choose = (option: string, value: string | boolean) =>
    client.workspace.setAgentOption({ workspaceId: workspace.id, option, value });
  await client.workspace.setMode({ workspaceId: workspace.id, mode: 'exec' });
  await send('options');
  await turn('idle');
  expect((await choose('model', 'sonnet')).options).toContainEqual(
    expect.objectContaining({ id: 'model', value: 'sonnet' }),
  );
  await choose('fast', true);
  await choose('mode', 'auto');
  await untilWorkspace(
    client,
    workspace.id,
    ({ agent }) => agent.model === 'Sonnet' && agent.byItself === true,
  );
  await send('options', 'again');
  const text = 'mode=auto model=sonnet effort=medium fast=true';
  expect(agentText(await chat.until(said(text)))).toContain(text);
  const next = await client.workspace.create({ folder: workspace.folder });
  await client.workspace.setMode({ workspaceId: next.id, mode: 'exec' });
  const { options } = await client.workspace.readAgentOptions({ workspaceId: next.id });
  expect(options.map(({ value }) => value)).toEqual(['auto', 'sonnet', 'medium', true]);
  const other = await watchChat(client, next.id);
  await client.workspace.sendMessage({ workspaceId: next.id, key: 'k', text: 'options', attachments: [] });
  expect(agentText(await other.until(said('mode=')))).toBe(text);
});

test('a value that the agent does not have is refused in words', async () => {
  const { client, workspace, send, turn } = await startClaudeChat();
  await send('options');
  await turn('idle');
  const choose = { workspaceId: workspace.id, option: 'model', value: 'gpt' };
  const { problem } = await client.workspace.setAgentOption(choose);
  expect(problem).toBe('This can’t be chosen any more.');
});

test('a mode that the agent takes by itself shows, and one that is chosen while the chat plans waits', async () => {
  const { client, workspace, chat, send, turn } = await startClaudeChat();
  const workspaceId = workspace.id;
  await send('options');
  await turn('idle');
  await client.workspace.setAgentOption({ workspaceId, option: 'mode', value: 'acceptEdits' });
  await send('options', 'again');
  await chat.until(said('mode=plan model=opus effort=medium fast=false'));
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  await send('options', 'third');
  await chat.until(said('mode=acceptEdits'));
  await send('auto');
  await untilWorkspace(client, workspaceId, ({ agent }) => agent.byItself === true);
  const { options } = await client.workspace.readAgentOptions({ workspaceId });
  expect(options[0]?.value).toBe('auto');
});

test('the options that an agent lists anew take the place of all before them', async () => {
  const { client, workspace, send, turn } = await startExternalChat();
  const option = (id: string, ...values: string[]) => ({
    id,
    name: id,
    type: 'select',
    currentValue: values[0],
    options: values.map((value) => ({ value, name: value })),
  });
  const list = (...configOptions: object[]) => ({ sessionUpdate: 'config_option_update', configOptions });
  const read = async () => {
    const { options } = await client.workspace.readAgentOptions({ workspaceId: workspace.id });
    return options.map(({ id, value }) => [id, value]);
  };
  const all = list(option('model', 'large', 'small'), option('effort', 'low', 'high'));
  await send(`updates ${JSON.stringify([all])}`, 'first');
  await turn('idle');
  await expect.poll(read).toEqual([
    ['model', 'large'],
    ['effort', 'low'],
  ]);
  await send(`updates ${JSON.stringify([list(option('model', 'small', 'large'))])}`, 'second');
  await expect.poll(read).toEqual([['model', 'small']]);
  await turn('idle');
});

test('the commands that an agent takes are known', async () => {
  const { client, workspace, send, turn } = await startClaudeChat();
  await send('options');
  await turn('idle');
  await expect
    .poll(() => client.workspace.readAgentCommands({ workspaceId: workspace.id }))
    .toContainEqual({
      name: 'review',
      description: 'Review a pull request',
      argument: 'number of the pull request',
    });
});

test('an agent makes room where one of its commands does, for as long as it has that', async () => {
  const { client, workspace, send, turn } = await startExternalChat();
  const compacts = async () => (await rowOf(client, workspace))?.agent.compacts;
  const takes = (...names: string[]) => {
    const availableCommands = names.map((name) => ({ name, description: '' }));
    return `updates ${JSON.stringify([{ sessionUpdate: 'available_commands_update', availableCommands }])}`;
  };
  expect(await compacts()).toBe(false);
  await send(takes('review', 'compact'), 'first');
  await turn('idle');
  await expect.poll(compacts).toBe(true);
  await send(takes('review'), 'second');
  await expect.poll(compacts).toBe(false);
  await turn('idle');
});
