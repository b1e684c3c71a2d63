import { expect } from '@playwright/test';
import { button, send, waitingCard } from './support/chat.ts';
import { test } from './support/parley.ts';

test('a card copies its questions to the clipboard', async ({ parley }) => {
  const { page, host } = parley;
  // Electron answers by its own permission handlers; only a browser has to be told.
  if (host === 'browser') await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await button(card, 'Copy').click();
  await expect(card.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  if (host !== 'browser') return;
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('README');
});
