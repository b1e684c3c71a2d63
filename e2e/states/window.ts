import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { button, composer, send, waitingCard, folderField } from '../support/chat.ts';
import type { Stage, Story } from './story.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Chats', exact: true });
const row = (page: Page, name: string) => list(page).locator('[data-list-row]').filter({ hasText: name });

async function open({ page, workspaceDir }: Stage, name: string): Promise<void> {
  const folder = join(workspaceDir, '..', name);
  await mkdir(folder, { recursive: true });
  await button(page, 'Open a folder').click();
  await folderField(page).fill(folder);
  await button(page, 'Open folder').click();
  await expect(list(page).locator('[aria-current=page]')).toContainText(name);
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).hover();
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

export const sidebar: Story = {
  name: 'the list',
  agent: 'guide',
  states: [
    {
      name: 'many-workspaces',
      title: 'Many chats, two of them waiting',
      async reach(stage) {
        await composer(stage.page).waitFor();
        for (const name of ['garden-planner', 'tide-tables', 'bird-notes', 'letter-press', 'north-wing']) {
          await open(stage, name);
          if (name === 'garden-planner' || name === 'bird-notes') {
            await send(stage.page, 'Plan the first release');
            await waitingCard(stage.page);
          }
        }
      },
    },
    {
      name: 'row-menu',
      title: 'What can be done with a chat',
      widths: ['medium', 'wide'],
      async reach({ page }) {
        await row(page, 'tide-tables').hover();
        await button(page, 'Actions for tide-tables').click();
      },
    },
    {
      name: 'rename',
      title: 'Renaming',
      widths: ['medium', 'wide'],
      async reach({ page }) {
        await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
        await page.getByRole('textbox', { name: 'New name of tide-tables', exact: true }).fill('Tides');
      },
    },
    {
      name: 'search',
      title: 'Searching the list',
      widths: ['medium', 'wide'],
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await page.getByRole('searchbox', { name: 'Search workspaces', exact: true }).fill('note');
      },
    },
    {
      name: 'removed',
      title: 'Removed, with Undo',
      async reach({ page }) {
        await page.getByRole('searchbox', { name: 'Search workspaces', exact: true }).fill('');
        await choose(page, 'letter-press', 'Remove');
        await expect(button(page, 'Undo removing letter-press')).toBeVisible();
      },
    },
    {
      name: 'drawer',
      title: 'The list in a narrow window',
      widths: ['narrow'],
      async reach({ page }) {
        await page.setViewportSize({ width: 360, height: 740 });
        await button(page, 'Show sidebar').click();
      },
    },
  ],
};

export const settings: Story = {
  name: 'settings',
  agent: 'guide',
  states: [
    {
      name: 'settings',
      title: 'Settings: agents and models',
      async reach({ page }) {
        await composer(page).waitFor();
        await button(page, 'Settings').click();
        await page.getByRole('heading', { name: 'Models', exact: true }).waitFor();
      },
    },
    {
      name: 'settings-provider',
      title: 'Settings: connecting a model',
      async reach({ page }) {
        await page.getByText('Claude', { exact: true }).last().click();
        await page.getByRole('form', { name: 'Claude', exact: true }).waitFor();
      },
    },
    {
      name: 'settings-appearance',
      title: 'Settings: appearance',
      async reach({ page }) {
        await page.getByText('Claude', { exact: true }).last().click();
      },
      atTop: (page) => page.getByRole('heading', { name: 'Appearance', exact: true }),
    },
    {
      name: 'settings-asking',
      title: 'Settings: notifications, timeouts, agents elsewhere',
      reach: async () => {},
      atTop: (page) => page.getByRole('heading', { name: 'Notifications', exact: true }),
    },
    {
      name: 'not-set-up',
      title: 'A model that is not set up',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await button(page, 'Agent: Parley · Built-in guide').click();
        await page
          .getByRole('combobox', { name: 'Agent', exact: true })
          .selectOption({ label: 'OpenAI (not set up)' });
      },
    },
    {
      name: 'new-workspace',
      title: 'A folder that is not there',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await button(page, 'Open a folder').click();
        await folderField(page).fill('/nowhere');
        await button(page, 'Open folder').click();
        await page.getByRole('alert').waitFor();
      },
    },
  ],
};

export const connection: Story = {
  name: 'the connection',
  agent: 'guide',
  console: /net::ERR_|WebSocket/,
  states: [
    {
      name: 'reconnecting',
      title: 'The connection is lost',
      async reach({ page, end }) {
        await send(page, 'Plan a README for this project');
        await waitingCard(page);
        await end();
        await page.getByText('Reconnecting…').waitFor();
      },
    },
  ],
};
