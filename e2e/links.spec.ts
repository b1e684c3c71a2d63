import { expect } from '@playwright/test';
import { button, composer } from './support/chat.ts';
import { test } from './support/parley.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

const rows = '[data-list-row]';

test('a copied link leads back to its workspace, from elsewhere in the same window too', async ({
  parley,
}) => {
  const { page, host, address } = parley;
  test.skip(address === null, 'links of the desktop are in desktop.spec.ts');
  const origin = new URL(address ?? '').origin;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await expect(composer(page)).toBeFocused();
  await button(page, 'Actions for New chat').click();
  await page.getByRole('menuitem', { name: 'Copy link', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${origin}/#/workspace/[\\w-]+$`));
  await composer(page).fill('half a thought');
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(page.locator(rows)).toHaveCount(2);
  await expect.poll(() => page.url()).not.toBe(link);
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, new URL(link).hash);
  await expect(page.locator(rows).nth(1)).toHaveAttribute('aria-current', 'page');
  const other = await page.context().newPage();
  parley.console.watch(other);
  await other.goto(link);
  await expect(other.locator('[aria-current=page]')).toBeVisible();
  expect(other.url()).toBe(link);
});

test('a link that leads nowhere gets words, and the first chat opens', async ({
  parley: { page, address },
}) => {
  test.skip(address === null, 'links of the desktop are in desktop.spec.ts');
  await expect(composer(page)).toBeVisible();
  const unknown = page.getByRole('alert').filter({ hasText: 'leads to a chat that is not here' });
  await page.goto(`${new URL(address ?? '').origin}/?fresh#/workspace/nowhere`);
  await expect(unknown).toBeVisible();
  await expect(composer(page)).toBeVisible();
  await button(page, 'Close this problem').click();
  await page.evaluate(() => {
    window.location.hash = '#/settings/theme';
  });
  await expect(page.getByRole('alert')).toContainText('not a link to a chat');
});
