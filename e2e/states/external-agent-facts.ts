import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { withClaudeLikeAgent } from '../../test/main/agents/external/external-chat.ts';
import { button, press, send, untilArmed } from '../support/chat.ts';
import { openSettings } from '../support/pages.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const permission = (page: Page) => page.getByRole('region', { name: /^Permission: / }).last();

export const externalAgentFacts: AppStory = {
  name: 'What an external agent says of itself',
  agent: 'external',
  prepare({ dataDir }) {
    mkdirSync(dataDir, { recursive: true });
    withClaudeLikeAgent(dataDir);
  },
  states: [
    {
      name: 'external-subagent-asks',
      title: 'A subagent asks, and one has looked already',
      async reach({ page }) {
        await send(page, 'Have two look at it.');
        await untilArmed(permission(page));
      },
      inView: permission,
    },
    {
      name: 'external-subagents',
      title: 'What subagents did, the summary, and a limit that is near',
      async reach({ page }) {
        await press(permission(page), 'Yes');
        await agentDone(page);
        await page.getByRole('button', { name: /^Subagent: Look at the tests/ }).click();
        await button(page, 'Summarised what was said before').click();
        await expect(page.getByText('Two places')).toBeVisible();
      },
    },
    {
      name: 'external-account',
      title: 'Who is signed in, in the list of agents of a chat',
      widths: ['wide', 'narrow'],
      async reach({ page }) {
        await page.getByRole('button', { name: /^Agent: Claude Code/ }).click();
        await expect(page.getByText('Signed in: Claude Max · robin@example.com')).toBeVisible();
      },
    },
    {
      name: 'external-folders',
      title: 'Folders of a chat beside its own',
      async reach({ page, workspaceDir }) {
        mkdirSync(join(workspaceDir, '..', 'notes'), { recursive: true });
        await page.keyboard.press('Escape');
        await button(page, 'Chat menu').click();
        await page.getByRole('menuitem', { name: 'Add a folder' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add a folder' });
        await dialog.getByLabel('Folder', { exact: true }).fill(join(workspaceDir, '..', 'notes'));
        await button(dialog, 'Add folder').click();
        await expect(dialog.getByRole('button', { name: /^Remove / })).toBeVisible();
        await dialog.getByLabel('Folder', { exact: true }).fill(workspaceDir);
        await button(dialog, 'Add folder').click();
        await expect(dialog.getByText('It is in the chat’s folder')).toBeVisible();
      },
    },
    {
      name: 'external-signed-in',
      title: 'Who is signed in, in Settings',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await openSettings(page, 'Agents');
        await page
          .getByRole('button', { name: /^Claude Code/ })
          .first()
          .click();
        await expect(button(page, 'Sign out of Claude Code')).toBeVisible();
      },
    },
  ],
};
