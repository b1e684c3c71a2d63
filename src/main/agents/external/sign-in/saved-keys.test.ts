import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  startExternalChat,
  withScriptedAgent,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { manualClock } from '../../../../../test/main/manual-clock.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText } from '../../../../../test/main/test-app.ts';

const variables: readonly [agent: string, variable: string][] = [
  ['claude', 'ANTHROPIC_API_KEY'],
  ['codex', 'OPENAI_API_KEY'],
  ['gemini', 'GEMINI_API_KEY'],
];

/** A chat with the scripted agent under the name of a preset, as Settings show it too. */
async function startPreset(agent: string, env: Record<string, string> = {}) {
  const clock = manualClock();
  const install = (dataDir: string) => withScriptedAgent(dataDir, env, agent);
  const started = await startExternalChat({}, { now: clock.now }, { agent, install });
  const { agents: calls } = started.client;
  const of = { agent: `acp/${agent}` };
  const row = ({ agents }: Awaited<ReturnType<typeof calls.findExternal>>) =>
    agents.find((listed) => listed.agent === of.agent);
  const save = async (keys: Record<string, string>) => row(await calls.saveKeys({ ...of, keys }));
  const remove = async (variable: string) => row(await calls.removeKey({ ...of, variable }));
  const undo = async (variable: string) => row(await calls.undoRemoveKey({ ...of, variable }));
  const listed = async () => row(await calls.findExternal());
  /** Has the agent say a variable of its process, and waits for the end of that turn. */
  async function variable(name: string): Promise<string> {
    await started.send(`variable ${name}`, `${Math.random()}`);
    const told = agentText(await started.chat.until(said('Variable: ')));
    await started.turn('idle');
    return told;
  }
  return { ...started, clock, save, remove, undo, listed, variable };
}

const containing = (text: string): unknown => expect.stringContaining(text);

test.each(variables)(
  'the key of %s is entered in Settings before it was ever started, and its first turn has it',
  async (agent, variable) => {
    const { chat, send, save, listed } = await startPreset(agent, { WANTS_KEY: `${variable}=k-1` });
    expect(await listed()).toMatchObject({
      state: 'ready',
      keys: [],
      keyWays: [{ fields: [{ variable, secret: true }], link: containing('https://') }],
    });
    expect(await save({ [variable]: ' k-1 ' })).toMatchObject({ state: 'ready', keys: [variable] });
    await send('hello');
    await chat.until(said('Hello'));
  },
);

test('an agent whose key Parley does not know has no field, and takes none', async () => {
  const { client, listed } = await startPreset('opencode');
  expect(await listed()).toMatchObject({ keyWays: [] });
  for (const agent of ['acp/opencode', 'acp/constructor', 'guide'])
    await expect(client.agents.saveKeys({ agent, keys: { OPENAI_API_KEY: 'k' } })).rejects.toThrow(
      expect.objectContaining({ code: 'key-refused' }),
    );
});

test.each([
  ['a line break', 'sk-1\nsk-2', 'Anthropic API key: it has a line break'],
  ['a character that ends a text', 'sk-1\0', 'Copy it again'],
  ['a hidden character', 'sk-\u200b1', 'Copy it again'],
  ['nothing but spaces', '   ', 'Nothing was entered'],
])('%s is no key, which is said, and nothing is kept', async (_, key, problem) => {
  const { save, listed } = await startPreset('claude');
  const refused = { code: 'key-refused', data: { problem: containing(problem) } };
  await expect(save({ ANTHROPIC_API_KEY: key })).rejects.toThrow(expect.objectContaining(refused));
  expect(await listed()).toMatchObject({ keys: [] });
});

test('only the key of the agent is kept', async () => {
  const { dataDir, save } = await startPreset('claude');
  await save({ ANTHROPIC_API_KEY: 'k-1', NODE_OPTIONS: '--inspect', OPENAI_API_KEY: 'k-2' });
  const kept: unknown = JSON.parse(readFileSync(join(dataDir, 'agent-keys.json'), 'utf8'));
  expect(kept).toEqual({ 'acp/claude:ANTHROPIC_API_KEY': { sealed: false, value: 'k-1' } });
});

test('an agent at rest is ended by a new key, and has it with its next message', async () => {
  const { chat, send, turn, agents, save, variable } = await startPreset('claude');
  await send('hello');
  await chat.until(said('Hello'));
  await turn('idle');
  await save({ ANTHROPIC_API_KEY: 'k-1' });
  expect(agents()).toEqual([]);
  expect(await variable('ANTHROPIC_API_KEY')).toContain('Variable: k-1');
});

test('one that works is left alone, and has the key with its next message', async () => {
  const end = join(temporaryFolder(), 'end');
  const { chat, client, workspace, send, turn, agents, save, variable } = await startPreset('claude', {
    END_TURN: end,
  });
  await send('ask while working');
  await chat.until(said('Working.'));
  const [running] = agents();
  await save({ ANTHROPIC_API_KEY: 'k-1' });
  expect(agents()).toEqual([running]);
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  expect(agents()).toEqual([running]);
  expect(await variable('ANTHROPIC_API_KEY')).toContain('Variable: k-1');
  expect(agents()).not.toContain(running);
});

test('one with something in the background is not broken off by a new key', async () => {
  const end = join(temporaryFolder(), 'end');
  const { send, turn, agents, save } = await startPreset('claude', { END_TURN: end });
  await send('leave a command running');
  await turn('idle');
  const before = agents();
  await save({ ANTHROPIC_API_KEY: 'k-1' });
  expect(agents()).toEqual(before);
});

test('a removed key comes back by Undo for some minutes, and never over another one', async () => {
  const { clock, save, remove, undo } = await startPreset('claude');
  const name = 'ANTHROPIC_API_KEY';
  await save({ [name]: 'k-1' });
  expect(await remove(name)).toMatchObject({ keys: [] });
  expect(await undo(name)).toMatchObject({ keys: [name] });
  expect(await remove(name)).toMatchObject({ keys: [] });
  await save({ [name]: 'k-2' });
  expect(await undo(name)).toMatchObject({ keys: [name] });
  expect(await remove(name)).toMatchObject({ keys: [] });
  clock.pass(600_001);
  expect(await undo(name)).toMatchObject({ keys: [] });
});

test('what was put back by Undo is the key that was removed', async () => {
  const { save, remove, undo, variable } = await startPreset('claude');
  await save({ ANTHROPIC_API_KEY: 'k-1' });
  await remove('ANTHROPIC_API_KEY');
  await undo('ANTHROPIC_API_KEY');
  expect(await variable('ANTHROPIC_API_KEY')).toBe('Variable: k-1');
});

test('the key of one agent is no other’s', async () => {
  const { dataDir, client, workspace, save, variable } = await startPreset('claude');
  await save({ ANTHROPIC_API_KEY: 'k-1' });
  withScriptedAgent(dataDir, {}, 'codex');
  await client.workspace.setAgent({ workspaceId: workspace.id, agent: 'acp/codex' });
  expect(await variable('ANTHROPIC_API_KEY')).toBe('Variable: undefined');
});
