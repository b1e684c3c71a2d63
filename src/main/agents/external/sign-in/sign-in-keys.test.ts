import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startClaudeChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, untilWorkspace } from '../../../../../test/main/test-app.ts';
import { AgentKeys } from './agent-keys.ts';
import { initializedSchema } from '../protocol.schema.ts';
import { signInWays } from '../session/sign-in-ways.ts';

/** A chat whose agent wants its person to sign in, after the first message. */
async function signedOut() {
  const started = await startClaudeChat({ env: { SIGNED_IN: join(temporaryFolder(), 'never') } });
  const { client, workspace, send } = started;
  await send('Hello');
  await untilWorkspace(client, workspace.id, ({ turn }) => turn.status === 'failed');
  const enter = (keys: Record<string, string>) =>
    client.workspace.signInToAgent({ workspaceId: workspace.id, way: 'keys', keys });
  const listed = async () => {
    const { agents } = await client.agents.findExternal();
    return agents.find(({ agent }) => agent === 'acp/claude');
  };
  return { ...started, enter, listed };
}

test('with a key that was entered the agent is started anew, and the message that waited goes on', async () => {
  const { chat, enter, listed, turn } = await signedOut();
  expect(await listed()).toMatchObject({ state: 'sign-in', keys: [], keyWays: [{ id: 'keys' }] });
  await enter({ LIKE_KEY: ' right-key ', LIKE_BASE: '' });
  expect(agentText(await chat.until(said('Heard')))).toContain('Heard: Hello');
  await turn('idle');
  expect(await listed()).toMatchObject({
    state: 'ready',
    keys: ['LIKE_KEY'],
    keyWays: [{ fields: [{ variable: 'ANTHROPIC_API_KEY' }] }],
  });
});

test('an agent that has its key from the start need not know the request to sign in', async () => {
  const { chat, enter, listed } = await signedOut();
  await enter({ LIKE_KEY: 'right-key', LIKE_BASE: 'none' });
  await chat.until(said('Heard'));
  expect(await listed()).toMatchObject({ keys: ['LIKE_KEY', 'LIKE_BASE'] });
});

test('a key that the agent refuses says why, and another takes its place', async () => {
  const { client, workspace, chat, enter } = await signedOut();
  await enter({ LIKE_KEY: 'wrong-key' });
  const isRefused = ({ turn }: typeof workspace) =>
    turn.status === 'failed' && turn.problem.what.includes('The key is not known');
  await untilWorkspace(client, workspace.id, isRefused);
  await enter({ LIKE_KEY: 'right-key' });
  expect(agentText(await chat.until(said('Heard')))).toContain('Heard: Hello');
});

test('a key is kept in a file of its person alone, is nowhere else, and counts after a restart', async () => {
  const { dataDir, chat, enter, turn, close } = await signedOut();
  await enter({ LIKE_KEY: 'right-key' });
  await chat.until(said('Heard'));
  await turn('idle');
  await close();
  const file = join(dataDir, 'agent-keys.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const holding = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes('right-key'));
  expect(holding).toEqual([file]);
  const next = await startClaudeChat({ dataDir, env: { SIGNED_IN: join(dataDir, 'never') } });
  await next.send('Again');
  expect(agentText(await next.chat.until(said('Heard')))).toContain('Again');
});

test('a host that seals what it keeps seals the keys of agents too, each for its own agent', async () => {
  const dataDir = temporaryFolder();
  const seal = { seal: (text: string) => btoa(text), open: (sealed: string) => atob(sealed) };
  const now = () => 0;
  await new AgentKeys({ dataDir, seal, now }).write('acp/claude', 'LIKE_KEY', 'right-key');
  expect(readFileSync(join(dataDir, 'agent-keys.json'), 'utf8')).not.toContain('right-key');
  expect(new AgentKeys({ dataDir, seal, now }).of('acp/claude')).toEqual({ LIKE_KEY: 'right-key' });
  expect(new AgentKeys({ dataDir, seal, now }).of('acp/claud')).toEqual({});
  expect(new AgentKeys({ dataDir, now }).of('acp/claude')).toEqual({});
});

test('a removed key is gone from the disk, and the agent wants its person to sign in again', async () => {
  const { client, workspace, dataDir, chat, enter, send, turn, agents } = await signedOut();
  await enter({ LIKE_KEY: 'right-key' });
  await chat.until(said('Heard'));
  await turn('idle');
  const { agents: found } = await client.agents.removeKey({
    agent: 'acp/claude',
    variable: 'LIKE_KEY',
  });
  expect(found.find(({ agent }) => agent === 'acp/claude')).toMatchObject({ keys: [] });
  expect(readFileSync(join(dataDir, 'agent-keys.json'), 'utf8')).toBe('{}');
  await expect.poll(agents).toEqual([]);
  await send('sign out');
  const failed = await untilWorkspace(client, workspace.id, (now) => now.turn.status === 'failed');
  expect(failed.turn).toMatchObject({ problem: { signIn: true } });
});

test('only what the agent asked for is kept', async () => {
  const { client, workspace, dataDir, enter } = await signedOut();
  const refused = ({ turn }: typeof workspace) =>
    turn.status === 'failed' && turn.problem.what.includes('not known');
  await enter({ LIKE_KEY: 'wrong-key', NODE_OPTIONS: '--inspect', constructor: 'x' });
  await untilWorkspace(client, workspace.id, refused);
  const kept: unknown = JSON.parse(readFileSync(join(dataDir, 'agent-keys.json'), 'utf8'));
  expect(kept).toEqual({ 'acp/claude:LIKE_KEY': { sealed: false, value: 'wrong-key' } });
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'no address'])(
  'the link %s of a way to sign in is none',
  (link) => {
    const method = { id: 'k', type: 'env_var', vars: [{ name: 'K' }], link };
    const agent = initializedSchema.parse({ protocolVersion: 1, authMethods: [method] });
    const [way] = signInWays(agent, { file: '/bin/agent', args: [], env: {}, cwd: '/' });
    expect(way).toMatchObject({ type: 'keys', name: 'k', link: null });
  },
);
