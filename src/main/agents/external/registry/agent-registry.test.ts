import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Packed, startRegistry } from '../../../../../test/main/agents/external/package-registry.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { vendors } from '../vendors/vendors.ts';
import { shippedRegistry } from './agent-registry.ts';
import { parseRegistry } from './registry.schema.ts';

const claudeLike = join(import.meta.dirname, '../../../../../test/main/agents/external/claude-like-agent.ts');

/** An agent as the registry lists it (https://github.com/agentclientprotocol/registry, `cline/agent.json`). */
const wren = {
  id: 'wren',
  name: 'Wren',
  version: '3.0.4',
  description: 'Sings, and writes code',
  repository: 'https://github.com/wren/wren',
  website: 'https://wren.example/cli',
  authors: ['Ada'],
  license: 'Apache-2.0',
  icon: './icon.svg',
  distribution: { npx: { package: '@wren/wren-cli@3.0.4', args: ['--acp'], env: { WREN_MODE: 'acp' } } },
};

const owl = {
  id: 'owl',
  name: 'Owl',
  version: '1.0.0',
  description: 'Comes as an archive',
  distribution: { binary: { 'linux-x86_64': { archive: 'https://owl.example/owl.tgz', cmd: './owl' } } },
};

const registryWith = (...agents: readonly object[]) => JSON.stringify({ version: '1.0.0', agents });

/** The package of that agent, whose install script would leave a file behind. */
const packageOf = (version: string, more: object = {}): Packed => ({
  name: '@wren/wren-cli',
  version,
  files: {
    'package.json': JSON.stringify({
      type: 'module',
      bin: { 'wren-cli': './run', other: './other.js' },
      scripts: { postinstall: 'touch ../ran', test: 'vitest' },
      ...more,
    }),
    run: `#!/usr/bin/env node\nawait import(${JSON.stringify(claudeLike)});\n`,
  },
});

/** The app of a person whose ACP registry and npm are on this machine; `answer` is what the first says. */
async function startApp(
  answer: string | RequestListener,
  packages: readonly Packed[] = [packageOf('3.0.4')],
) {
  const served = { answer };
  const http = createServer((request, response) => {
    const now = served.answer;
    if (typeof now === 'string') response.end(now);
    else now(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const bound = z.object({ port: z.number() }).parse(http.address());
  const npm = await startRegistry(packages);
  onTestFinished(npm.close);
  const [home, dataDir] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(home, '.npmrc'), `registry=${npm.url}/\n`);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    PARLEY_AGENT_REGISTRY: `http://127.0.0.1:${bound.port}/registry.json`,
  };
  const { client } = testApp(dataDir, { env, home, registryPatience: 1_000 });
  const { agents } = client;
  return { client, agents, dataDir, served, npm };
}

const containing = (text: string): unknown => expect.stringContaining(text);

const refused = (problem: string) => ({ code: 'agent-refused', data: { problem: containing(problem) } });

test('the list that comes with Parley has the six presets, in the form of the registry', () => {
  const shipped = parseRegistry(shippedRegistry()) ?? [];
  const presets = vendors.flatMap(({ preset }) => preset ?? []);
  expect(shipped.map(({ id }) => id)).toEqual([
    'claude-acp',
    'codex-acp',
    'gemini',
    'opencode',
    'qwen-code',
    'kimi',
  ]);
  expect(shipped.map(({ distribution }) => distribution.npx?.package)).toEqual(
    presets.map((preset) => `${preset.package}@${preset.version}`),
  );
});

test('a refresh lists the others by what they are, and no preset twice', async () => {
  const { agents } = await startApp(registryWith(wren, owl, { ...wren, id: 'claude-acp' }));
  expect(await agents.readRegistry()).toEqual({ agents: [], at: null });
  const listed = await agents.refreshRegistry();
  expect(listed.at).toEqual(expect.any(Number));
  expect(listed.agents).toEqual([
    {
      agent: 'acp/wren',
      name: 'Wren',
      version: '3.0.4',
      description: 'Sings, and writes code',
      website: 'https://wren.example/cli',
      license: 'Apache-2.0',
      spec: '@wren/wren-cli@3.0.4',
    },
    expect.objectContaining({ agent: 'acp/owl', website: null, license: null, spec: null }),
  ]);
  expect(await agents.readRegistry()).toEqual(listed);
});

test.each<[what: string, answer: string | RequestListener, problem: string]>([
  ['no JSON', '<html>', 'is not a list of agents'],
  ['another kind of JSON', '[1, 2]', 'is not a list of agents'],
  ['a version to come', JSON.stringify({ version: '2.0.0', agents: [wren] }), 'is not a list of agents'],
  ['no agent', registryWith(), 'is not a list of agents'],
  ['only what can’t be read', registryWith({ id: '../up' }, { id: 'x' }), 'is not a list of agents'],
  ['an error', (_, response) => response.writeHead(503).end(registryWith(wren)), 'answered with status 503'],
  ['too much', (_, response) => response.end(' '.repeat(5_000_001)), 'too large'],
  ['nothing', () => undefined, 'took longer than 1 seconds'],
  ['half an answer', (_, response) => response.write('{"version":'), 'took longer than 1 seconds'],
  ['an early end', (_, response) => response.destroy(), 'could not be reached'],
])('a registry that sends %s changes nothing, which is said', async (_, answer, problem) => {
  const { agents, served } = await startApp(registryWith(wren));
  const before = await agents.refreshRegistry();
  served.answer = answer;
  await expect(agents.refreshRegistry()).rejects.toMatchObject(refused(problem));
  expect(await agents.readRegistry()).toEqual(before);
});

test('an address that is none is said', async () => {
  const env = { PARLEY_AGENT_REGISTRY: 'file:///etc/passwd' };
  const { client } = testApp(temporaryFolder(), { env });
  await expect(client.agents.refreshRegistry()).rejects.toMatchObject(
    refused('PARLEY_AGENT_REGISTRY is no address'),
  );
});

test.each([
  ['a tag', 'wren@latest'],
  ['a range', 'wren@^1.0.0'],
  ['no version', 'wren'],
  ['an address', 'https://evil.example/wren.tgz'],
  ['a repository', 'git+ssh://evil.example/wren.git'],
  ['a folder', 'file:../wren'],
  ['an option of npm', '--registry=https://evil.example@1.0.0'],
  ['another name for a package', 'wren@npm:evil@1.0.0'],
])('an agent whose package is %s can’t be installed', async (_, spec) => {
  const odd = { ...wren, id: 'odd', distribution: { npx: { package: spec } } };
  const { agents } = await startApp(registryWith(odd));
  expect((await agents.refreshRegistry()).agents).toMatchObject([{ agent: 'acp/odd', spec: null }]);
  await expect(agents.install({ agent: 'acp/odd', spec })).rejects.toMatchObject(
    refused('The list has changed'),
  );
});

test('an id that leads out of its folder, or that is there twice, is not taken', () => {
  const ids = ['../up', 'a/b', 'A', '', 'wren', 'wren', '.', 'x'.repeat(100)];
  const read = parseRegistry(JSON.parse(registryWith(...ids.map((id) => ({ ...wren, id }))))) ?? [];
  expect(read.map(({ id }) => id)).toEqual(['wren']);
});

test('a look at an agent says what an install would fetch, start and not run, and does nothing', async () => {
  const { agents, dataDir, npm } = await startApp(registryWith(wren));
  await agents.refreshRegistry();
  expect(await agents.lookAtPackage({ agent: 'acp/wren' })).toEqual({
    spec: '@wren/wren-cli@3.0.4',
    command: 'wren-cli --acp',
    env: [{ name: 'WREN_MODE', value: 'acp' }],
    scripts: [{ name: 'postinstall', command: 'touch ../ran' }],
    bytes: null,
    folder: join(dataDir, 'agents/registry-wren'),
  });
  expect(npm.fetched.filter((path) => path.endsWith('.tgz'))).toEqual([]);
});

test('a package that npm does not have is said before anything is installed', async () => {
  const { agents } = await startApp(registryWith(wren), [packageOf('1.0.0')]);
  await agents.refreshRegistry();
  await expect(agents.lookAtPackage({ agent: 'acp/wren' })).rejects.toMatchObject(refused('does not have'));
  await expect(agents.lookAtPackage({ agent: 'acp/owl' })).rejects.toMatchObject(
    refused('no package of npm'),
  );
});

type App = Awaited<ReturnType<typeof startApp>>;

/** Installs the agent, and waits for the end of that. */
async function install({ client, agents }: App): Promise<void> {
  const feed = await client.app.watch({});
  await agents.install({ agent: 'acp/wren', spec: '@wren/wren-cli@3.0.4' });
  for await (const item of feed) {
    if (item.type !== 'event' || item.event.type !== 'installs-changed') continue;
    const [now] = item.event.installs;
    if (now === undefined) return;
    if (now.state.type === 'failed') throw new Error(`${now.state.what} ${now.lines.join(' ')}`);
  }
}

const found = async ({ agents }: App) =>
  (await agents.findExternal()).agents.find(({ agent }) => agent === 'acp/wren');

test('an agent of the registry is installed as it was shown, without its scripts, and works in a chat', async () => {
  const app = await startApp(registryWith(wren));
  const { client, agents, dataDir } = app;
  await agents.refreshRegistry();
  await install(app);
  expect(await found(app)).toMatchObject({ name: 'Wren', state: 'ready', version: '3.0.4', install: null });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setAgent({ workspaceId, agent: 'acp/wren' });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'hello', text: 'Hello', attachments: [] });
  await chat.until(said('Heard: Hello'));
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
  expect(() => readFileSync(join(dataDir, 'agents/registry-wren/node_modules/@wren/ran'))).toThrow('ENOENT');
});

test('what is installed stays as it is when the list changes, and when it goes', async () => {
  const app = await startApp(registryWith(wren), [packageOf('3.0.4'), packageOf('4.0.0')]);
  const { agents, served } = app;
  await agents.refreshRegistry();
  await install(app);
  const before = await found(app);
  const next = { ...wren, version: '4.0.0', distribution: { npx: { package: '@wren/wren-cli@4.0.0' } } };
  served.answer = registryWith(next);
  await agents.refreshRegistry();
  expect(await found(app)).toEqual(before);
  served.answer = registryWith(owl);
  await agents.refreshRegistry();
  expect(await found(app)).toEqual(before);
});

test('a version that its person was not shown is not installed', async () => {
  const { agents, npm } = await startApp(registryWith(wren));
  await agents.refreshRegistry();
  for (const spec of [null, '@wren/wren-cli@3.0.3', 'evil@1.0.0'])
    await expect(agents.install({ agent: 'acp/wren', spec })).rejects.toMatchObject(
      refused('The list has changed'),
    );
  expect(npm.fetched).toEqual([]);
});

/** Another package, with a program that would work. */
const outside: Packed = {
  name: 'outside',
  version: '1.0.0',
  files: { 'package.json': '{"type": "module"}', 'run.js': `await import(${JSON.stringify(claudeLike)});` },
};

test.each([
  ['has no program', { bin: {} }],
  [
    'has a program outside of it',
    { bin: '../../outside/run.js', dependencies: { outside: outside.version } },
  ],
])('a package that %s is not installed, which is said', async (_, more) => {
  const app = await startApp(registryWith(wren), [packageOf('3.0.4', more), outside]);
  await app.agents.refreshRegistry();
  await expect(install(app)).rejects.toThrow('the program is not in it');
  expect(await found(app)).toBe(undefined);
});

test('a file of the list that is broken counts as none', async () => {
  const app = await startApp(registryWith(wren));
  await app.agents.refreshRegistry();
  writeFileSync(join(app.dataDir, 'agent-registry.json'), '{"at": 1');
  expect(await app.agents.readRegistry()).toEqual({ agents: [], at: null });
  expect((await app.agents.refreshRegistry()).agents).toHaveLength(1);
});
