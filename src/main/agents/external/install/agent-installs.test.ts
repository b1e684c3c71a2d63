import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processesOfFolder } from '../../../../../test/main/commands/processes-of-folder.ts';
import { type Packed, startRegistry } from '../../../../../test/main/agents/external/package-registry.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import type { AgentInstall } from '../../../../shared/providers/agent-install.ts';
import { agentsFolder, packageSpec } from '../programs/find-program.ts';
import { vendorOf } from '../vendors/vendors.ts';

const preset = vendorOf('claude')?.preset;
if (preset === undefined) throw new Error('Claude Code is not known.');
const { package: name, version, entry } = preset;

const claudeLike = join(import.meta.dirname, '../../../../../test/main/agents/external/claude-like-agent.ts');

const containing = (text: string): unknown => expect.stringContaining(text);

/** The package of Claude Code, which needs another one, as its own does. */
const claudePackages: readonly Packed[] = [
  {
    name,
    version,
    files: {
      'package.json': JSON.stringify({ type: 'module', dependencies: { 'claude-parts': '1.0.0' } }),
      [entry]: `import 'claude-parts';\nawait import(${JSON.stringify(claudeLike)});\n`,
    },
  },
  { name: 'claude-parts', version: '1.0.0', files: { 'index.js': '' } },
];

/** The app of a person whose npm is this machine's and fetches from a registry on it. */
async function startApp({
  packages = claudePackages,
  dataDir = temporaryFolder(),
  env = {},
}: {
  packages?: readonly Packed[];
  dataDir?: string;
  env?: Record<string, string>;
} = {}) {
  const home = temporaryFolder();
  const registry = await startRegistry(packages);
  onTestFinished(registry.close);
  writeFileSync(join(home, '.npmrc'), `registry=${registry.url}/\n`);
  const path = { PATH: process.env['PATH'], HOME: home };
  const { client, close } = testApp(dataDir, { env: { ...path, ...env }, home });
  const installs = await client.app.watch({});
  /** Waits until the install of Claude Code is as wanted; undefined once it is gone. */
  async function until(isWanted: (install: AgentInstall | undefined) => boolean) {
    for (;;) {
      const { value: item, done } = await installs.next();
      if (done === true) throw new Error('The feed ended.');
      if (item.type !== 'event' || item.event.type !== 'installs-changed') continue;
      const [install] = item.event.installs;
      if (isWanted(install)) return install;
    }
  }
  const claude = async () => {
    const { agents } = await client.agents.findExternal();
    return agents.find(({ agent }) => agent === 'acp/claude');
  };
  /** Begins the install, and waits for its end; undefined where it went well. */
  async function install() {
    await client.agents.install({ agent: 'acp/claude' });
    let hasBegun = false;
    const end = await until((one) => {
      hasBegun ||= one !== undefined;
      return hasBegun && (one === undefined || one.state.type === 'failed');
    });
    return end?.state.type === 'failed' ? end.state : undefined;
  }
  return { client, close, claude, install, until, registry, dataDir, home };
}

/** All that an install leaves in the folder of agents. */
const left = (dataDir: string) =>
  existsSync(agentsFolder(dataDir)) ? readdirSync(agentsFolder(dataDir)) : [];

test('an install leads to an agent that works in a chat', async () => {
  const { client, claude, install, dataDir } = await startApp();
  expect((await claude())?.state).toBe('missing');
  expect((await claude())?.install).toMatchObject({ spec: packageSpec(preset), script: null });
  expect(await install()).toBeUndefined();
  expect(await claude()).toMatchObject({ state: 'ready', version, install: null });
  expect(left(dataDir)).toEqual(['.installing', 'claude-agent-acp']);
  expect(readdirSync(join(agentsFolder(dataDir), '.installing'))).toEqual([]);
  const { id } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setAgent({ workspaceId: id, agent: 'acp/claude' });
  const chat = await watchChat(client, id);
  await client.workspace.sendMessage({ workspaceId: id, key: 'k', text: 'Hello', attachments: [] });
  await chat.until(said('Heard: Hello'));
  await untilWorkspace(client, id, ({ turn }) => turn.status === 'idle');
});

test('an agent that nobody is signed in to says so as soon as it is installed, with its ways', async () => {
  const { claude, install } = await startApp({ env: { SIGNED_IN: join(temporaryFolder(), 'nobody') } });
  expect(await install()).toBeUndefined();
  expect(await claude()).toMatchObject({ state: 'sign-in', signInChat: null });
  expect((await claude())?.terminalWays.map(({ name: way }) => way)).toEqual(['Log in in a terminal']);
});

test('a cancelled install leaves nothing, and another one goes well', async () => {
  const { client, claude, install, until, registry, dataDir } = await startApp();
  const held = registry.holdTarballs();
  await client.agents.install({ agent: 'acp/claude' });
  await held;
  await until((one) => one?.state.type === 'fetching' && one.lines.length > 0);
  await client.agents.cancelInstall({ agent: 'acp/claude' });
  await until((one) => one === undefined);
  expect((await claude())?.state).toBe('missing');
  expect(processesOfFolder(dataDir)).toEqual([]);
  expect(readdirSync(join(agentsFolder(dataDir), '.installing'))).toEqual([]);
  registry.letGo();
  expect(await install()).toBeUndefined();
  expect((await claude())?.state).toBe('ready');
});

test('Parley ends an install when it ends', async () => {
  const { client, close, registry, dataDir } = await startApp();
  const held = registry.holdTarballs();
  await client.agents.install({ agent: 'acp/claude' });
  await held;
  await close();
  expect(processesOfFolder(dataDir)).toEqual([]);
  expect(left(dataDir)).toEqual(['.installing']);
});

test('what a kill left half installed is not taken for an agent, and goes with the next install', async () => {
  const dataDir = temporaryFolder();
  const half = join(agentsFolder(dataDir), '.installing/claude-agent-acp/files/node_modules', name, entry);
  mkdirSync(join(half, '..'), { recursive: true });
  writeFileSync(half, 'process.exit(1)');
  const { claude, install } = await startApp({ dataDir });
  expect((await claude())?.state).toBe('missing');
  expect(await install()).toBeUndefined();
  expect((await claude())?.state).toBe('ready');
});

test('a package that does not work here is not installed, and its output is kept', async () => {
  const broken = { name, version, files: { [entry]: 'console.error("no such library"); process.exit(3)' } };
  const { claude, install } = await startApp({ packages: [broken] });
  const failed = await install();
  expect(failed?.what).toContain('It was fetched, but does not work here: Claude Code ended');
  expect(readFileSync(failed?.log ?? '', 'utf8')).toContain('no such library');
  expect((await claude())?.state).toBe('missing');
});

test('a package without the program that Parley starts is not installed', async () => {
  const { claude, install } = await startApp({ packages: [{ name, version, files: { 'other.js': '' } }] });
  expect((await install())?.what).toBe(`npm installed ${packageSpec(preset)}, but the program is not in it.`);
  expect((await claude())?.state).toBe('missing');
});

test('a registry without the package, and one that is not there, are named', async () => {
  const { client, install, registry, home } = await startApp({ packages: [] });
  const host = new URL(registry.url).host;
  const missing = await install();
  expect(missing?.what).toBe(`${host} does not have ${packageSpec(preset)}.`);
  expect(readFileSync(missing?.log ?? '', 'utf8')).toContain('npm error code E404');
  writeFileSync(join(home, '.npmrc'), 'registry=http://127.0.0.1:1/\n');
  expect(await install()).toMatchObject({ what: 'npm could not reach 127.0.0.1:1.' });
  await client.agents.cancelInstall({ agent: 'acp/claude' });
  expect((await client.agents.findExternal()).agents[0]?.state).toBe('missing');
});

test('an install that can’t keep its files says so, and the next one goes well', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(agentsFolder(dataDir), 'in the way');
  const { install } = await startApp({ dataDir });
  expect((await install())?.what).toBe('Parley could not install Claude Code.');
  rmSync(agentsFolder(dataDir));
  expect(await install()).toBeUndefined();
});

test('a machine without npm is told what brings it', async () => {
  const { install } = await startApp({ env: { PATH: temporaryFolder() } });
  expect(await install()).toMatchObject({
    what: 'npm was not found on this machine.',
    todo: containing('Install Node.js'),
  });
});

test('no script of a package runs with an install', async () => {
  const mark = join(temporaryFolder(), 'ran');
  const about = { type: 'module', scripts: { postinstall: `touch ${mark}` } };
  const [main, parts] = claudePackages;
  if (main === undefined || parts === undefined) throw new Error('There are no packages.');
  const withScript = { ...parts, files: { ...parts.files, 'package.json': JSON.stringify(about) } };
  const { install } = await startApp({ packages: [main, withScript] });
  expect(await install()).toBeUndefined();
  expect(existsSync(mark)).toBe(false);
});
