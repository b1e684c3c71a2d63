import { expect } from '@playwright/test';
import { button, composer, send, waitingCard } from './support/chat.ts';
import { expectFlawless } from './support/accessibility.ts';
import { test } from './support/parley.ts';

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
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  parley.console.expect(/net::ERR_|WebSocket/);
  await page.route('**/assets/conversation-*.js', (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This chat could not be shown');
  await parley.end('SIGKILL');
  await parley.start();
  await waitingCard(page);
});

test('a chat whose script cannot be loaded leaves the composer usable, and Reload mends it', async ({
  parley,
}) => {
  const { page } = parley;
  test.skip(parley.host !== 'browser', 'only a browser fetches the page over a connection');
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  parley.console.expect(/net::ERR_/);
  await page.route('**/assets/conversation-*.js', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This chat could not be shown');
  await expectFlawless(page, 'a chat without its script');
  await composer(page).fill('Typed meanwhile');
  await page.unroute('**/assets/conversation-*.js');
  await button(page, 'Reload').click();
  await waitingCard(page);
  await expect(composer(page)).toHaveValue('Typed meanwhile');
});
