import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { AnthropicServer } from '../test/main/agents/model/anthropic-server.ts';
import { call } from './support/asking.ts';
import { button, cards, composer, send, waitingCard } from './support/chat.ts';
import { expectFlawless } from './support/accessibility.ts';
import { holdTime } from './support/page-clock.ts';
import { type Parley, test } from './support/parley.ts';
import { answer, test as providerTest } from './support/provider.ts';

const chatScript = '**/assets/message-log-*.js';
const cardScript = '**/assets/permission-call-*.js';

/** Loads a page with a card that waits, and without the script that would show it. */
async function loadWithoutChat(page: Page): Promise<void> {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await page.route(chatScript, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This chat could not be shown');
}

test('a window whose script cannot be loaded says so, and Reload mends it', async ({ parley }) => {
  const { page } = parley;
  test.skip(parley.host !== 'browser', 'only a browser fetches the page over a connection');
  await expect(composer(page)).toBeVisible();
  parley.console.expect(/net::ERR_/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Parley could not load this window')).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Reload', exact: true })).toBeInViewport();
  await expectFlawless(page, 'a page without its script');
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: 'Reload', exact: true }).click();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByText('Parley could not load this window')).toBeHidden();
});

test('a part of the window shows once its code is there, and no time has to pass', async ({
  parley: { page },
}) => {
  await page.clock.install();
  await page.reload();
  await expect(composer(page)).toBeFocused();
  await holdTime(page);
  await button(page, 'Decisions').click();
  await expect(page.getByRole('heading', { name: 'Decisions', exact: true })).toBeVisible();
});

test('a chat whose script was cut off by the end of Parley is there when Parley is back', async ({
  parley,
}) => {
  const { page } = parley;
  test.skip(parley.host !== 'browser', 'only a browser fetches the page over a connection');
  parley.console.expect(/net::ERR_|WebSocket/);
  await loadWithoutChat(page);
  await page.unroute(chatScript);
  await parley.end('SIGKILL');
  await parley.start();
  await expect(cards(page)).toBeVisible();
});

test('a chat whose script cannot be loaded leaves the composer usable, and Reload mends it', async ({
  parley,
}) => {
  const { page } = parley;
  test.skip(parley.host !== 'browser', 'only a browser fetches the page over a connection');
  parley.console.expect(/net::ERR_/);
  await loadWithoutChat(page);
  await expectFlawless(page, 'a chat without its script');
  await composer(page).fill('Typed meanwhile');
  await page.unroute(chatScript);
  await button(page, 'Reload').click();
  await expect(cards(page)).toBeVisible();
  await expect(composer(page)).toHaveValue('Typed meanwhile');
});

/** Has the agent ask for permission where the script of the card can't be fetched. */
async function askWithoutCard({ page, workspaceDir }: Parley, provider: AnthropicServer) {
  await writeFile(join(workspaceDir, '.env'), 'TOKEN=hunter2\n');
  provider.reply(answer(call('read', 'read_file', { path: '.env' })));
  await page.route(cardScript, (route) => route.abort());
  await page.reload();
  await expect(composer(page)).toBeFocused();
  await send(page, 'Look at the settings');
  const lost = page.getByRole('alert').filter({ hasText: 'Something here could not be loaded' });
  await expect(lost).toBeVisible();
  await page.unroute(cardScript);
  return { lost, card: page.getByRole('region', { name: 'Permission: .env', exact: true }) };
}

providerTest(
  'a card whose script was cut off by the end of Parley is there when Parley is back',
  async ({ parley, provider }) => {
    providerTest.skip(parley.host !== 'browser', 'only a browser fetches the page over a connection');
    parley.console.expect(/net::ERR_|WebSocket|Failed to fetch|could not be fetched/);
    const { card } = await askWithoutCard(parley, provider);
    await parley.end('SIGKILL');
    await parley.start();
    await expect(card).toContainText('Needs you');
  },
);

providerTest(
  'a card whose script cannot be loaded says so, and Reload mends it',
  async ({ parley, provider }) => {
    const { page } = parley;
    providerTest.skip(parley.host !== 'browser', 'only a browser fetches the page over a connection');
    parley.console.expect(/net::ERR_|Failed to fetch|could not be fetched/);
    const { lost, card } = await askWithoutCard(parley, provider);
    await expectFlawless(page, 'a card without its script');
    await composer(page).fill('Typed meanwhile');
    await button(lost, 'Reload').click();
    await expect(card).toContainText('Needs you');
    await expect(composer(page)).toHaveValue('Typed meanwhile');
  },
);
