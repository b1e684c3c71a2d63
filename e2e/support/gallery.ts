import { expect, type Page } from '@playwright/test';
import type { CardState } from '../../gallery/card-state.ts';
import { ConsoleGuard } from './console-guard.ts';
import { pictureOfFailure } from './failure-picture.ts';
import { WarmOrigin, type WindowOptions } from './warm-origin.ts';
import { galleryWindow, test as base } from './worker.ts';

type OpenState = (query: string, options?: Partial<WindowOptions>) => Promise<Page>;

/**
 * Waits until a state stands, with the focus where it belongs: keys pressed before that go nowhere.
 * A page that draws nothing may never be told that it is idle, hence the limit.
 */
export async function shown(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
}

/** Shows other cards on a page of the gallery, without loading it anew. */
export async function showCards(page: Page, { name, title }: CardState): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `?state=${name}`);
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeAttached();
  await expect(page.getByRole('log').getByRole('region').first()).toBeVisible();
}

/** The gallery does not depend on a host, so it is tried on one of them. */
export const test = base.extend<{ openState: OpenState }>({
  /** Opens the list (`''`) or a state (`?state=…`); the console must stay silent. */
  openState: async ({ galleryAddress, galleryOrigin, sharedBrowser, hostName }, use, testInfo) => {
    base.skip(hostName !== 'browser', 'the gallery has no host');
    const guard = new ConsoleGuard();
    const pages: Page[] = [];
    const others: WarmOrigin[] = [];
    const onPage = (page: Page) => {
      pages.push(page);
      guard.watch(page);
    };
    await use(async (query, options) => {
      const other = options && new WarmOrigin(sharedBrowser, { ...galleryWindow, ...options });
      if (other !== undefined) others.push(other);
      const page = await (other ?? galleryOrigin).openPage({ address: `${galleryAddress}${query}`, onPage });
      await shown(page);
      return page;
    });
    for (const page of pages) await pictureOfFailure(() => page, testInfo);
    for (const other of others) await other.close();
    await galleryOrigin.clear();
    guard.check();
  },
});
