import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, composer, folderField, openAgents } from '../support/chat.ts';
import { settingsHeading } from '../support/pages.ts';
import { dialog, openByPalette } from './steps.ts';
import type { AppStory } from './state.ts';

export const dialogs: AppStory = {
  name: 'What opens over the chat',
  agent: 'guide',
  states: [
    {
      name: 'palette',
      title: 'Finding a command',
      async reach({ page }) {
        await composer(page).waitFor();
        await page.keyboard.press('ControlOrMeta+k');
        await dialog(page, 'Search').waitFor();
      },
    },
    {
      name: 'palette-found',
      title: 'Found in groups, with what was found marked',
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Search', exact: true }).fill('th');
        await dialog(page, 'Search').getByRole('group', { name: 'Settings', exact: true }).waitFor();
      },
    },
    {
      name: 'palette-nothing',
      title: 'No such command',
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Search', exact: true }).fill('qqqq');
        await expect(dialog(page, 'Search')).toContainText('Nothing found.');
      },
    },
    {
      name: 'shortcuts',
      title: 'Keyboard shortcuts',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await openByPalette(page, 'Keyboard shortcuts');
        await settingsHeading(page, 'Keyboard').waitFor();
      },
    },
    {
      name: 'about',
      title: 'About Parley',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await openByPalette(page, 'About Parley');
        await button(page, 'Licences').click();
      },
    },
    {
      name: 'folder-completion',
      title: 'Folders a path can go on to',
      async reach({ page, workspaceDir }) {
        await page.keyboard.press('Escape');
        for (const name of ['garden', 'letters', 'tides']) await mkdir(join(workspaceDir, name));
        await button(page, 'Open a folder').click();
        await folderField(page).fill(`${workspaceDir}/`);
        await expect(page.getByRole('option', { name: /garden$/ })).toBeVisible();
      },
    },
    {
      name: 'agent',
      title: 'Who works in this chat',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await openAgents(page);
        await dialog(page, 'Who works in this chat').waitFor();
      },
    },
  ],
};
