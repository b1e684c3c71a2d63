import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { withClaudeLikeAgent } from '../../test/main/agents/external/external-chat.ts';
import { button, composer, press, send, untilArmed, waitingCard, waitingPlan } from '../support/chat.ts';
import { openSettings } from '../support/pages.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const permission = (page: Page) => page.getByRole('region', { name: /^Permission: / }).last();

const plan = (page: Page) => page.getByRole('region', { name: /^Preview: / }).last();

export const externalAgent: AppStory = {
  name: 'An external agent',
  agent: 'external',
  prepare({ dataDir }) {
    mkdirSync(dataDir, { recursive: true });
    withClaudeLikeAgent(dataDir);
  },
  states: [
    {
      name: 'external-question',
      title: 'Your own agent asks, and words typed below are its answer',
      async reach({ page }) {
        await send(page, 'Parsing is slow. What can we do?');
        await agentDone(page);
        await send(page, 'Then keep them between runs.');
        await waitingCard(page);
        await composer(page).fill('A file beside each of them');
        await expect(page.getByRole('status').filter({ hasText: 'Answer with this' })).toBeVisible();
      },
    },
    {
      name: 'external-plan',
      title: 'Its plan, with its own ways to go on',
      async reach({ page }) {
        await composer(page).fill('');
        const card = await waitingCard(page);
        await card.getByRole('radio', { name: 'SQLite', exact: true }).click();
        await press(card, 'Submit answers');
        await agentDone(page);
        await send(page, 'Write a plan for that.');
        await waitingPlan(page);
        await untilArmed(plan(page));
        await button(plan(page), 'Ways to go on').click();
      },
    },
    {
      name: 'external-permission',
      title: 'Its permission, with its own choices',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await press(plan(page), 'Approve plan');
        await agentDone(page);
        await send(page, 'Say it in the README.');
        await untilArmed(permission(page));
      },
      inView: permission,
    },
    {
      name: 'external-options',
      title: 'Its own settings beside its name',
      widths: ['wide'],
      async reach({ page }) {
        await press(permission(page), 'Yes');
        await agentDone(page);
        await button(page, 'Agent: Claude Code · Opus').click();
        await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toBeVisible();
      },
    },
    {
      name: 'external-commands',
      title: 'Its own commands after a slash',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await composer(page).pressSequentially('/');
        await expect(page.getByRole('option', { name: /security-review/ })).toBeVisible();
      },
    },
    {
      name: 'external-key',
      title: 'The key of its vendor, in Settings',
      async reach({ page }) {
        await composer(page).fill('');
        await openSettings(page, 'Agents');
        await page
          .getByRole('button', { name: /^Claude Code/ })
          .first()
          .click();
        await page.getByLabel('Anthropic API key', { exact: true }).fill('sk-ant-0123456789');
      },
    },
    {
      name: 'external-sign-in',
      title: 'Its ways to sign in, where it wants that',
      async reach({ page }) {
        await button(page, 'Back to chats').click();
        await send(page, 'sign out');
        await untilArmed(page.getByRole('group', { name: 'Problem' }));
      },
    },
    {
      name: 'external-died',
      title: 'An agent that ended in the middle of its work',
      async reach({ page }) {
        await composer(page).fill('');
        await send(page, 'die');
        await expect(button(page, 'Start it again')).toBeVisible();
      },
    },
  ],
};
