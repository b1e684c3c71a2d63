import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  button,
  chatRows,
  chooseForChat,
  composer,
  folderField,
  openFolder,
  send,
  untilSaid,
  waitingCard,
} from '../support/chat.ts';
import { answer, ask, question, say } from '../support/provider.ts';
import { showAsDesktop } from '../support/as-desktop.ts';
import { openSettings } from '../support/pages.ts';
import type { AppStory, Stage } from './state.ts';

const row = (page: Page, name: string) => chatRows(page).filter({ hasText: name });

/** Says something that the agent answers at once. */
async function talk({ page, provider }: Stage, text: string): Promise<void> {
  provider.reply(say('It is all there.'));
  await send(page, text);
  await untilSaid(page, 'It is all there.');
}

const where = question('Where should the first release go?', 'Place', 'The web', 'The shop');
const when = question('When should it be there?', 'Time', 'This week', 'In spring');

export const sidebar: AppStory = {
  name: 'The list of chats',
  agent: 'claude',
  alone: true,
  states: [
    {
      name: 'many-chats',
      title: 'Many chats, two of them waiting, one pinned',
      async reach(stage) {
        const { page } = stage;
        await composer(page).waitFor();
        await talk(stage, 'What is in this folder?');
        await chooseForChat(page, 'What is in this folder?', 'Pin');
        await button(page, 'New chat').click();
        await page.getByRole('heading', { name: 'New chat', level: 1, exact: true }).waitFor();
        await talk(stage, 'Where does the parser begin?');
        for (const name of ['garden-planner', 'tide-tables', 'bird-notes', 'letter-press']) {
          await openFolder(page, join(stage.workspaceDir, '..', name));
          if (name === 'garden-planner' || name === 'bird-notes') {
            stage.provider.reply(answer(ask(`ask-${name}`, { questions: [where, when] })));
            await send(page, `Plan the first release of ${name} with everything it needs`);
            await waitingCard(page);
          } else await talk(stage, `What is in the folder ${name}?`);
        }
      },
    },
    {
      name: 'row-menu',
      title: 'What can be done with a chat',
      widths: ['medium', 'wide'],
      async reach({ page }) {
        await row(page, 'the folder tide-tables').hover();
        await button(page, 'Actions for What is in the folder tide-tables?').click();
      },
    },
    {
      name: 'rename',
      title: 'Renaming',
      widths: ['medium', 'wide'],
      async reach({ page }) {
        await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
        await page.getByRole('textbox', { name: /^New name of/ }).fill('Tides');
        await page.keyboard.press('Enter');
        await row(page, 'Tides').waitFor();
        await page.keyboard.press('F2');
      },
    },
    {
      name: 'search',
      title: 'Searching chats and messages',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await button(page, 'Search').click();
        await page.getByRole('combobox', { name: 'Search', exact: true }).fill('release');
        await page.getByRole('dialog').getByRole('option').filter({ hasText: '…' }).last().waitFor();
      },
    },
    {
      name: 'archived',
      title: 'Archived, with Undo',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await chooseForChat(page, 'Tides', 'Archive');
        await expect(button(page, 'Undo archiving Tides')).toBeVisible();
      },
    },
    {
      name: 'deleted',
      title: 'Deleted, with Undo',
      async reach({ page }) {
        await chooseForChat(page, 'What is in the folder letter-press?', 'Delete');
        await expect(page.getByRole('button', { name: /^Undo deleting/ })).toBeVisible();
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

const showPart = (page: Page, part: string) =>
  button(page.getByRole('navigation', { name: 'Settings', exact: true }), part).click();

/** Agents as the ACP registry lists them. */
const registryAgents = [
  {
    id: 'cline',
    name: 'Cline',
    version: '3.0.4',
    description:
      'Autonomous coding agent CLI - capable of creating/editing files, running commands, and more',
    website: 'https://cline.bot/cli',
    license: 'Apache-2.0',
    distribution: { npx: { package: 'cline@3.0.4', args: ['--acp'] } },
  },
  {
    id: 'goose',
    name: 'goose',
    version: '1.9.3',
    description: 'A local, extensible, open source AI agent that automates engineering tasks',
    website: 'https://block.github.io/goose',
    license: 'Apache-2.0',
    distribution: {
      binary: { 'linux-x86_64': { archive: 'https://example.com/goose.tar.bz2', cmd: './goose' } },
    },
  },
];

export const settings: AppStory = {
  name: 'Settings',
  agent: 'guide',
  prepare({ dataDir }) {
    mkdirSync(dataDir, { recursive: true });
    const registry = { version: '1.0.0', agents: registryAgents };
    writeFileSync(join(dataDir, 'agent-registry.json'), JSON.stringify({ at: Date.now(), registry }));
  },
  states: [
    {
      name: 'settings',
      title: 'Settings: general',
      async reach({ page }) {
        await composer(page).waitFor();
        await openSettings(page, 'General');
      },
    },
    {
      name: 'settings-models',
      title: 'Settings: models',
      reach: ({ page }) => showPart(page, 'Models'),
    },
    {
      name: 'settings-provider',
      title: 'Settings: connecting a model',
      async reach({ page }) {
        await button(page, 'Claude').click();
        await page.getByRole('form', { name: 'Claude', exact: true }).waitFor();
      },
    },
    {
      name: 'settings-agents',
      title: 'Settings: agents on this machine',
      async reach({ page }) {
        await showPart(page, 'Agents');
        await button(page, 'Install Claude Code').waitFor();
      },
    },
    {
      name: 'settings-agents-registry',
      title: 'Settings: agents of the registry',
      async reach({ page }) {
        const list = page.getByRole('list', { name: 'Agents of the ACP registry', exact: true });
        await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'settings-developer',
      title: 'Settings: developer',
      reach: ({ page }) => showPart(page, 'Developer'),
    },
    {
      name: 'settings-appearance',
      title: 'Settings: appearance',
      reach: ({ page }) => showPart(page, 'Appearance'),
    },
    {
      name: 'settings-notifications',
      title: 'Settings: notifications',
      reach: ({ page }) => showPart(page, 'Notifications'),
    },
    {
      name: 'settings-data',
      title: 'Settings: data',
      reach: ({ page }) => showPart(page, 'Data'),
    },
    {
      name: 'settings-found',
      title: 'Settings: a search',
      async reach({ page }) {
        await page.getByRole('searchbox', { name: 'Search settings', exact: true }).fill('name');
      },
    },
    {
      name: 'settings-not-found',
      title: 'Settings: nothing found',
      async reach({ page }) {
        await page.getByRole('searchbox', { name: 'Search settings', exact: true }).fill('qqqq');
      },
    },
    {
      name: 'not-set-up',
      title: 'A model that is not set up',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await button(page, 'Agent: Guide · Built-in guide').click();
        await page.getByRole('button', { name: 'OpenAI Add a key' }).click();
        await page.getByRole('textbox', { name: 'Key for OpenAI', exact: true }).waitFor();
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
    {
      name: 'update',
      title: 'A version that is ready, offered while nothing runs or waits',
      widths: ['medium', 'page', 'wide'],
      browserOnly: true,
      async reach({ page }) {
        await showAsDesktop(page, '2.0.0');
        await expect(button(page, 'Update ready: restart')).toBeVisible();
      },
    },
    {
      name: 'update-drawer',
      title: 'A version that is ready, in a narrow window',
      widths: ['narrow', 'phone'],
      browserOnly: true,
      async reach({ page }) {
        await page.setViewportSize({ width: 360, height: 740 });
        await button(page, 'Show sidebar').click();
        await expect(button(page, 'Update ready: restart')).toBeVisible();
      },
    },
    {
      name: 'about-update',
      title: 'About, with a version that is ready',
      widths: ['medium', 'phone'],
      browserOnly: true,
      async reach({ page }) {
        await openSettings(page, 'About');
        await expect(page.getByRole('main')).toContainText('Version 2.0.0 is ready.');
        await expect(button(page, 'Restart')).toBeVisible();
      },
    },
  ],
};

export const connection: AppStory = {
  name: 'The connection',
  agent: 'guide',
  alone: true,
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
