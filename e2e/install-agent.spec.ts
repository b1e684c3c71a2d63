import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Packed, startRegistry } from '../test/main/agents/external/package-registry.ts';
import { expectAccessible } from './support/accessibility.ts';
import { button, openAgents, send, untilSaid } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { test as base } from './support/parley.ts';

const claudeLike = join(import.meta.dirname, '../test/main/agents/external/claude-like-agent.ts');

const claude: Packed = {
  name: '@agentclientprotocol/claude-agent-acp',
  version: '0.101.0',
  files: {
    'package.json': JSON.stringify({ type: 'module' }),
    'dist/index.js': `await import(${JSON.stringify(claudeLike)});\n`,
  },
};

const wren: Packed = {
  name: '@wren/wren-cli',
  version: '3.0.4',
  files: {
    'package.json': JSON.stringify({
      type: 'module',
      bin: { 'wren-cli': './run.js' },
      scripts: { postinstall: 'node fetch-model.js' },
    }),
    'run.js': `await import(${JSON.stringify(claudeLike)});\n`,
  },
};

/** The registry of agents, in its own format, with one that npm has and one that comes as an archive. */
const agentList = {
  version: '1.0.0',
  agents: [
    {
      id: 'wren',
      name: 'Wren',
      version: '3.0.4',
      description: 'Sings, and writes code',
      license: 'Apache-2.0',
      distribution: { npx: { package: '@wren/wren-cli@3.0.4', args: ['--acp'] } },
    },
    {
      id: 'owl',
      name: 'Owl',
      version: '1.2.0',
      description: 'Works at night',
      website: 'https://owl.example',
      distribution: { binary: { 'linux-x86_64': { archive: 'https://owl.example/owl.tgz', cmd: './owl' } } },
    },
  ],
};

type Servers = { registry: Awaited<ReturnType<typeof startRegistry>>; agentRegistry: string };

/** A Parley whose person's npm fetches from a registry on this machine, which has one of agents too. */
const test = base.extend<Servers>({
  agentRegistry: async ({ hostName: _ }, use) => {
    const server = createServer((_request, response) => response.end(JSON.stringify(agentList)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/registry.json`);
    server.close();
  },
  registry: async ({ hostName: _ }, use) => {
    const registry = await startRegistry([claude, wren]);
    await use(registry);
    await registry.close();
  },
  // What is installed stays in the data folder, and its process with Parley.
  alone: true,
  env: async ({ registry, agentRegistry }, use) =>
    use({ NPM_CONFIG_REGISTRY: registry.url, PARLEY_AGENT_REGISTRY: agentRegistry }),
});

test('an agent is installed in Settings, and works in a chat', async ({ parley: { page }, registry }) => {
  await openSettings(page, 'Agents');
  const row = page.getByRole('listitem').filter({ hasText: 'Claude Code' });
  const held = registry.holdTarballs();
  await button(row, 'Install Claude Code').click();
  await held;
  await expect(row).toContainText('Installing');
  await row.getByRole('button', { name: 'Claude Code', exact: true }).click();
  await expect(row.getByRole('log')).toContainText('npm http');
  await expectAccessible(page, 'an agent is being installed');
  await button(row, 'Cancel the install of Claude Code').click();
  await expect(row).toContainText('Not installed');
  registry.letGo();
  await button(row, 'Install Claude Code').click();
  await expect(row).toContainText('Ready');
  await expect(row).toContainText('0.101.0');
  await button(row, 'Start a chat with Claude Code').click();
  await expect(button(page, 'Agent: Claude Code')).toBeVisible();
  await send(page, 'Hello');
  await untilSaid(page, 'Heard: Hello');
});

test('another agent is chosen from the registry, looked at, installed, and works in a chat', async ({
  parley: { page },
}) => {
  await openSettings(page, 'Agents');
  await button(page, 'Refresh').click();
  const list = page.getByRole('list', { name: 'Agents of the ACP registry', exact: true });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(button(list, 'Not from npm: see its site, https://owl.example, for Owl')).toBeVisible();
  await button(list, 'Install… Wren').click();
  await expect(list).toContainText('@wren/wren-cli@3.0.4');
  await expect(list).toContainText('postinstall node fetch-model.js');
  await expect(list).toContainText('wren-cli --acp');
  await expectAccessible(page, 'an agent of the registry, before it is installed');
  await button(list, 'Install Wren').click();
  const row = page.getByRole('listitem').filter({ has: button(page, 'Start a chat with Wren') });
  await expect(row).toContainText('3.0.4');
  await button(row, 'Start a chat with Wren').click();
  await send(page, 'Hello');
  await untilSaid(page, 'Heard: Hello');
});

test('an agent is installed where one is chosen for a chat', async ({ parley: { page } }) => {
  await openAgents(page);
  const missing = page.getByRole('group', { name: 'Not installed', exact: true });
  await button(missing, 'Install Claude Code').click();
  const here = page.getByRole('group', { name: 'Agents on this machine', exact: true });
  await here.getByRole('option', { name: /^Claude Code/ }).click();
  await expect(button(page, 'Agent: Claude Code')).toBeVisible();
});

test.describe('where npm reaches nothing', () => {
  test.use({ env: { NPM_CONFIG_REGISTRY: 'http://127.0.0.1:1' } });

  test('a failed install says what to do, and keeps what npm printed', async ({ parley: { page } }) => {
    await openSettings(page, 'Agents');
    const row = page.getByRole('listitem').filter({ hasText: 'Codex' });
    await button(row, 'Install Codex').click();
    await expect(row.getByRole('alert')).toContainText(
      'npm could not reach 127.0.0.1:1. Check your connection',
    );
    await row.getByText('What npm printed').click();
    await expect(row.getByRole('log')).toContainText('ECONNREFUSED');
    await expectAccessible(page, 'an install failed');
    await expect(button(row, 'Try again to install Codex')).toBeVisible();
  });
});

test.describe('after a kill in the middle', () => {
  test.use({
    prepare: async ({ hostName: _ }, use) =>
      use(({ dataDir }) => {
        const half = join(
          dataDir,
          'agents/.installing/claude-agent-acp/files/node_modules',
          claude.name,
          'dist',
        );
        mkdirSync(half, { recursive: true });
        writeFileSync(join(half, 'index.js'), 'process.exit(1)');
      }),
  });

  test('half an install is not taken for an agent', async ({ parley: { page } }) => {
    await openSettings(page, 'Agents');
    const row = page.getByRole('listitem').filter({ hasText: 'Claude Code' });
    await button(row, 'Install Claude Code').click();
    await expect(row).toContainText('Ready');
  });
});
