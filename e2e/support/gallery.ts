import type { BrowserContextOptions, Page } from '@playwright/test';
import { ConsoleGuard } from './console-guard.ts';
import { pictureOfFailure } from './failure-picture.ts';
import { test as base } from './worker.ts';

type OpenState = (query: string, options?: BrowserContextOptions) => Promise<Page>;

/**
 * Waits until a state stands, with the focus where it belongs: keys pressed before that go nowhere.
 * A page that draws nothing may never be told that it is idle, hence the limit.
 */
export async function shown(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
}

/** The gallery does not depend on a host, so it is tried on one of them. */
export const test = base.extend<{ openState: OpenState }>({
  /** Opens the list (`''`) or a state (`?state=…`); the console must stay silent. */
  openState: async ({ galleryAddress, sharedBrowser, hostName }, use, testInfo) => {
    base.skip(hostName !== 'browser', 'the gallery has no host');
    const browser = await sharedBrowser();
    const guard = new ConsoleGuard();
    const pages: Page[] = [];
    await use(async (query, options = {}) => {
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        viewport: { width: 800, height: 900 },
        locale: 'en-GB',
        timezoneId: 'UTC',
        ...options,
      });
      const page = await context.newPage();
      pages.push(page);
      guard.watch(page);
      await page.goto(`${galleryAddress}${query}`);
      await shown(page);
      return page;
    });
    for (const page of pages) {
      await pictureOfFailure(() => page, testInfo);
      await page.context().close();
    }
    guard.check();
  },
});
