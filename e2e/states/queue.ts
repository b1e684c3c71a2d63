import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  button,
  composer,
  listSection,
  openFolder,
  send,
  untilArmed,
  waitingCard,
  waitingPlan,
} from '../support/chat.ts';
import { startCommand } from '../support/command.ts';
import { answer, ask, question } from '../support/provider.ts';
import type { AppStory, Stage } from './state.ts';

const where = question('Where should the first release go?', 'Place', 'The web', 'The shop');
const when = question('When should it be there?', 'Time', 'This week', 'In spring');

const deploy = JSON.stringify({
  questions: [
    {
      question: 'Deploy 2.4.0 to production now?',
      header: 'Deploy',
      options: [
        { label: 'Now', description: 'The tests have passed' },
        { label: 'Tonight', description: 'When fewer people are there' },
      ],
      multiSelect: false,
    },
  ],
});

const entries = (page: Page) =>
  page.getByRole('region', { name: 'All that needs you', exact: true }).locator('[data-list-row]');

const openQueue = (page: Page) =>
  listSection(page, 'Needs you')
    .getByRole('button', { name: /^Needs you/ })
    .click();

export const queue: AppStory = {
  name: 'Needs you',
  agent: 'claude',
  alone: true,
  states: [
    {
      name: 'needs-you-empty',
      title: 'Nothing needs anybody',
      widths: ['narrow', 'wide'],
      async reach({ page }) {
        await composer(page).waitFor();
        await button(page, 'Search').click();
        await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Needs you');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { name: 'Nothing needs you', exact: true })).toBeVisible();
      },
    },
    {
      name: 'needs-you',
      title: 'All that needs somebody, the oldest first, with the chat of what is selected',
      widths: ['medium', 'page', 'wide'],
      async reach({ page, provider, workspaceDir, dataDir }) {
        await button(page, 'Back to chat').click();
        provider.reply(answer(ask('ask-first', { questions: [where, when] })));
        await send(page, 'Plan the first release with everything it needs');
        await waitingCard(page);
        await openFolder(page, join(workspaceDir, '..', 'tide-tables'));
        provider.reply(
          answer({
            type: 'tool_use',
            id: 'p1',
            name: 'propose_plan',
            input: { title: 'Read bytes, not lines', plan: '# Read bytes\n\n1. Read them.\n2. Test it.' },
          }),
          answer({
            type: 'tool_use',
            id: 'r1',
            name: 'resolve',
            input: { action: 'apply', reason: 'Ready.' },
          }),
        );
        await send(page, 'Make the tables load faster');
        await waitingPlan(page);
        startCommand({ dataDir, workspaceDir }, 'ask-user-question.js', ['--asker', 'deploy.sh', deploy]);
        await openFolder(page, join(workspaceDir, '..', 'letter-press'));
        provider.reply({
          type: 'status',
          status: 401,
          error: 'authentication_error',
          message: 'invalid x-api-key',
        });
        await send(page, 'Why does line 40 fail?');
        await expect(page.getByRole('group', { name: 'Problem', exact: true })).toBeVisible();
        await page.setViewportSize({ width: 1440, height: 900 });
        await openQueue(page);
        await expect(entries(page)).toHaveCount(4);
      },
    },
    {
      name: 'needs-you-next',
      title: 'A plan of another chat, one key on',
      widths: ['wide'],
      async reach({ page }) {
        await page.keyboard.press('j');
        await expect(
          page.getByRole('heading', { level: 1, name: 'Make the tables load faster' }),
        ).toBeVisible();
      },
    },
    {
      name: 'needs-you-list',
      title: 'The list in a window for one column',
      widths: ['narrow', 'phone', 'medium'],
      async reach({ page }) {
        await page.setViewportSize({ width: 420, height: 900 });
        await button(page, 'Back to the list').click();
        await expect(entries(page)).toHaveCount(4);
      },
    },
  ],
};

/** Has the agent of the open chat ask to run a command. */
async function askToRun({ page, provider }: Stage, message: string): Promise<void> {
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  provider.reply(
    answer({ type: 'tool_use', id: 'run', name: 'run_command', input: { command: 'npm install' } }),
  );
  await send(page, message);
  await untilArmed(page.getByRole('region', { name: 'Permission: npm install', exact: true }));
}

export const sameInSeveral: AppStory = {
  name: 'The same from several chats',
  agent: 'claude',
  alone: true,
  states: [
    {
      name: 'needs-you-same',
      title: 'Three chats that want to run the same command, on one card',
      widths: ['narrow', 'medium', 'page', 'wide'],
      async reach(stage) {
        const { page, workspaceDir } = stage;
        await askToRun(stage, 'Retry failed uploads');
        for (const [folder, message] of [
          ['router', 'Move to the new router'],
          ['sessions-sqlite', 'Sessions for guests'],
        ] as const) {
          await openFolder(page, join(workspaceDir, '..', folder));
          await askToRun(stage, message);
        }
        await page.setViewportSize({ width: 1440, height: 900 });
        await openQueue(page);
        await expect(entries(page)).toHaveCount(1);
        await untilArmed(page.getByRole('region', { name: 'Permission for all: npm install', exact: true }));
      },
    },
  ],
};
