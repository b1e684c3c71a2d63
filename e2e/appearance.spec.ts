import { expect, type Page } from '@playwright/test';
import { composer } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { type Parley, test } from './support/parley.ts';

const choose = (page: Page, label: string) => page.getByRole('radio', { name: label, exact: true }).click();

const lookOf = (page: Page) =>
  page.evaluate(() => {
    const { theme, density, textSize } = document.documentElement.dataset;
    return { theme, density, textSize, base: getComputedStyle(document.documentElement).fontSize };
  });

async function chooseDarkCompactLarge({ page }: Parley): Promise<void> {
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'Appearance');
  await choose(page, 'Dark');
  await choose(page, 'Compact');
  await choose(page, 'Large');
}

const chosen = { theme: 'dark', density: 'compact', textSize: 'large', base: '16.0006px' };

test('density, text size and theme show at once, and stay after a restart', async ({ parley }) => {
  await chooseDarkCompactLarge(parley);
  await expect.poll(() => lookOf(parley.page)).toEqual(chosen);
  await parley.end();
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.start();
  await parley.page.reload();
  await expect(composer(parley.page)).toBeVisible();
  await expect.poll(() => lookOf(parley.page)).toEqual(chosen);
});

test('rows grow with their text', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'Appearance');
  const row = page.getByRole('listitem').filter({ hasText: 'Density' });
  const height = () => row.evaluate((element) => element.getBoundingClientRect().height);
  await choose(page, 'Normal');
  const usual = await height();
  await choose(page, 'Larger');
  await expect.poll(height).toBeGreaterThan(1.2 * usual);
});

test('a choice shows in every window', async ({ parley }) => {
  test.skip(parley.host !== 'browser', 'a desktop has one window');
  const second = await parley.page.context().newPage();
  await second.goto(new URL('/', parley.page.url()).href);
  await expect(composer(second)).toBeVisible();
  await chooseDarkCompactLarge(parley);
  await expect.poll(() => lookOf(second)).toEqual(chosen);
});

test('the page has its look before any of its scripts has run, in a new browser too', async ({ parley }) => {
  test.skip(parley.host !== 'browser', 'a desktop window keeps its own memory');
  await chooseDarkCompactLarge(parley);
  await expect.poll(() => lookOf(parley.page)).toEqual(chosen);
  const fresh = await parley.page.context().browser()?.newContext({ javaScriptEnabled: false });
  if (fresh === undefined) throw new Error('there is no browser');
  const page = await fresh.newPage();
  await page.goto(parley.address ?? '');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-density', 'compact');
  await expect(root).toHaveAttribute('data-text-size', 'large');
  await fresh.close();
});

test('where nobody wrote the look into the page, the one of last time is there before the window is drawn', async ({
  parley,
}) => {
  await chooseDarkCompactLarge(parley);
  await expect.poll(() => lookOf(parley.page)).toEqual(chosen);
  const { page } = parley;
  await page.route(/\/(index\.html)?(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<html[^>]*>/, '<html lang="en">');
    await route.fulfill({ response, body });
  });
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  // A page that a test hands out is not from this machine, so the browser lets it connect to nothing here.
  parley.console.expect(/net::ERR_(?:FAILED|BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS)/);
  await page.reload();
  expect(await lookOf(page)).toEqual(chosen);
  await page.unrouteAll();
});

test('a larger text has higher rows', async ({ parley: { page } }) => {
  const row = page.locator('[data-list-row]').first();
  const tall = async () => (await row.boundingBox())?.height ?? 0;
  await expect.poll(tall).toBe(32);
  await openSettings(page, 'Appearance');
  await choose(page, 'Larger');
  await page.keyboard.press('Escape');
  await expect.poll(tall).toBeGreaterThan(40);
});
