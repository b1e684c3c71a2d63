import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, type Page, test as base } from '@playwright/test';
import { closerOf, listen } from '../../src/main/http/listen.ts';
import { openPageFiles } from '../../src/main/http/page-files.ts';
import { securityHeaders } from '../../src/main/http/security-headers.ts';
import { serveStaticFiles } from '../../src/main/http/static-files.ts';
import { openBrowser } from './browser-host.ts';
import { ConsoleGuard } from './console-guard.ts';
import { type HostName, projectRoot } from './hosts.ts';

type OpenState = (query: string, options?: BrowserContextOptions) => Promise<Page>;

type WorkerFixtures = { galleryAddress: string; galleryBrowser: Browser };

/**
 * Waits until a state stands, with the focus where it belongs: keys pressed before that go nowhere.
 * A page that draws nothing may never be told that it is idle, hence the limit.
 */
export async function shown(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
}

/**
 * The gallery of cards, built and served with the page's own headers. It does not depend on a host,
 * so it is tried on one of them.
 */
export const test = base.extend<{ hostName: HostName; openState: OpenState }, WorkerFixtures>({
  hostName: ['browser', { option: true }],
  galleryAddress: [
    async ({ browserName: _ }, use) => {
      await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts/gallery.ts'), '--build']);
      const serve = serveStaticFiles(openPageFiles(join(projectRoot, '.cache/gallery')));
      const server = createServer((request, response) => {
        for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
        serve(request, response, () => response.writeHead(404).end());
      });
      const close = closerOf(server);
      await use(`http://127.0.0.1:${await listen(server, { kind: 'any' })}/gallery/index.html`);
      await close();
    },
    { scope: 'worker' },
  ],
  galleryBrowser: [
    async ({ browserName: _ }, use) => {
      const browser = await openBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  /** Opens the list (`''`) or a state (`?state=…`); the console must stay silent. */
  openState: async ({ galleryAddress, galleryBrowser, hostName }, use) => {
    base.skip(hostName !== 'browser', 'the gallery has no host');
    const guard = new ConsoleGuard();
    const pages: Page[] = [];
    await use(async (query, options = {}) => {
      const context = await galleryBrowser.newContext({
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
    for (const page of pages) await page.context().close();
    guard.check();
  },
});
