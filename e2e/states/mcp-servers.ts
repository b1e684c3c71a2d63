import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { button, press, send, untilArmed } from '../support/chat.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const everything = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

export const mcpServers: AppStory = {
  name: 'MCP servers',
  agent: 'claude',
  prepare({ dataDir }) {
    const servers = {
      everything: { command: process.execPath, args: [everything], env: { TOKEN: 'sample' } },
      gone: { command: 'no-such-program', args: ['--serve'] },
    };
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  },
  states: [
    {
      name: 'mcp-permission',
      title: 'A call of a server’s tool, before it is made',
      async reach({ page, provider }) {
        await page.getByRole('radio', { name: 'Edit', exact: true }).click();
        provider.reply(
          answer({ type: 'tool_use', id: 'm1', name: 'everything__get-tiny-image', input: {} }),
          say('That is the logo.'),
        );
        await send(page, 'Show me its logo');
        const card = page.getByRole('region', {
          name: 'Permission: get-tiny-image of everything',
          exact: true,
        });
        await expect(card).toBeVisible();
        await untilArmed(card);
      },
    },
    {
      name: 'mcp-result',
      title: 'The image that came of it, and a server that can’t be used',
      async reach({ page }) {
        const card = page.getByRole('region', { name: /^Permission: / });
        await press(card, 'Allow once');
        await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
        await agentDone(page);
        await expect(page.getByRole('region', { name: 'MCP servers', exact: true })).toBeVisible();
      },
    },
    {
      name: 'mcp-settings',
      title: 'The servers in Settings',
      widths: ['phone', 'page', 'wide'],
      async reach({ page }) {
        await page
          .getByRole('region', { name: 'MCP servers', exact: true })
          .getByRole('button', { name: 'Details', exact: true })
          .click();
        await page.getByRole('button', { name: 'everything', exact: true }).click();
        await expect(page.getByRole('list', { name: 'Tools', exact: true })).toBeVisible();
        await page.getByRole('switch', { name: 'Also use everything for agents on this machine' }).click();
        await expect(page.getByRole('switch', { name: 'With the secrets of everything' })).toBeVisible();
      },
    },
    {
      name: 'mcp-settings-paste',
      title: 'A server that is pasted',
      widths: ['phone', 'page'],
      async reach({ page }) {
        await page.getByRole('button', { name: 'everything', exact: true }).click();
        await button(page, 'Add server').click();
      },
    },
    {
      name: 'mcp-settings-removed',
      title: 'A server that was removed, with Undo',
      widths: ['phone', 'page'],
      async reach({ page }) {
        await button(page, 'Cancel').click();
        await button(page, 'Remove gone').click();
        await expect(button(page, 'Undo removing gone')).toBeVisible();
      },
    },
  ],
};
