import { expect, type Page } from '@playwright/test';
import { button, cards, composer, send, waitingCard } from './support/chat.ts';
import { expectFlawless } from './support/accessibility.ts';
import { test } from './support/parley.ts';

const chatScript = '**/assets/message-log-*.js';

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
