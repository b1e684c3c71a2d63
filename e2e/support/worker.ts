import { type Browser, test as base } from '@playwright/test';
import { openBrowser } from './browser-host.ts';
import { serveGallery } from './gallery-server.ts';
import type { HostName } from './hosts.ts';
import { type OpenBrowser, WarmOrigin } from './warm-origin.ts';

export type HostOptions = { hostName: HostName };

type WorkerFixtures = {
  sharedBrowser: OpenBrowser;
  galleryAddress: string;
  warmOrigin: WarmOrigin;
};

/** Fixtures that last as long as a worker. All specs have the same ones, so that any worker can run any spec. */
export const test = base.extend<HostOptions, WorkerFixtures>({
  hostName: ['browser', { option: true }],
  /** One browser for all tests of a worker, opened when a test first needs it. */
  sharedBrowser: [
    async ({ browserName: _ }, use) => {
      let opened: Promise<Browser> | undefined;
      await use(async () => {
        const browser = await (opened ??= openBrowser());
        if (browser.isConnected()) return browser;
        return (opened = openBrowser());
      });
      await (await opened)?.close();
    },
    { scope: 'worker' },
  ],
  /** Where the Parleys of this worker are served, one after the other. */
  warmOrigin: [
    async ({ sharedBrowser }, use) => {
      const origin = new WarmOrigin(sharedBrowser);
      await use(origin);
      await origin.close();
    },
    { scope: 'worker' },
  ],
  /** The gallery of cards, built and served with the page's own headers. */
  galleryAddress: [
    async ({ browserName: _ }, use) => {
      const { address, close } = await serveGallery();
      await use(address);
      await close();
    },
    { scope: 'worker' },
  ],
});
