import { mkdirSync, writeFileSync } from 'node:fs';
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
  version: '0.100.0',
  files: {
    'package.json': JSON.stringify({ type: 'module' }),
    'dist/index.js': `await import(${JSON.stringify(claudeLike)});\n`,
  },
};

/** A Parley whose person's npm fetches from a registry on this machine. */
const test = base.extend<{ registry: Awaited<ReturnType<typeof startRegistry>> }>({
  registry: async ({ hostName: _ }, use) => {
    const registry = await startRegistry([claude]);
    await use(registry);
    await registry.close();
  },
  // What is installed stays in the data folder, and its process with Parley.
  alone: true,
  env: async ({ registry }, use) => use({ NPM_CONFIG_REGISTRY: registry.url }),
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
  await expect(row).toContainText('0.100.0');
  await button(row, 'Start a chat with Claude Code').click();
  await expect(button(page, 'Agent: Claude Code')).toBeVisible();
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
