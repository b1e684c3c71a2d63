import { type Browser, test as base } from '@playwright/test';
import { openBrowser } from './browser-host.ts';
import { serveGallery } from './gallery-server.ts';
import type { HostName } from './hosts.ts';
import { SharedParleys } from './shared-parley.ts';
import { type OpenBrowser, WarmOrigin, WarmOrigins } from './warm-origin.ts';
import { type AnthropicServer, startAnthropicServer } from '../../test/main/agents/model/anthropic-server.ts';
import { type ProviderProxy, startProviderProxy } from '../../test/main/agents/model/provider-proxy.ts';

export const galleryWindow = {
  reducedMotion: 'reduce',
  viewport: { width: 800, height: 900 },
  locale: 'en-GB',
  timezoneId: 'UTC',
} as const;

export type HostOptions = { hostName: HostName };

type WorkerFixtures = {
  sharedBrowser: OpenBrowser;
  galleryAddress: string;
  galleryOrigin: WarmOrigin;
  warmOrigins: WarmOrigins;
  sharedParleys: SharedParleys;
  sharedProvider: () => Promise<AnthropicServer>;
  sharedWire: () => Promise<ProviderProxy>;
};

/** Fixtures that last as long as a worker. All specs have the same ones, so that any worker can run any spec. */
export const test = base.extend<HostOptions, WorkerFixtures>({
  hostName: ['browser', { option: true }],
  /** Opened when a test first needs it. */
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
  warmOrigins: [
    async ({ sharedBrowser }, use) => {
      const origins = new WarmOrigins(sharedBrowser);
      await use(origins);
      await origins.close();
    },
    { scope: 'worker' },
  ],
  sharedParleys: [
    async ({ warmOrigins }, use) => {
      const parleys = new SharedParleys(warmOrigins);
      await use(parleys);
      await parleys.close();
    },
    { scope: 'worker' },
  ],
  /** Replaced after a test that closed it. */
  sharedProvider: [
    async ({ browserName: _ }, use) => {
      let running: AnthropicServer | undefined;
      await use(async () => {
        if (running !== undefined) return running;
        const server = await startAnthropicServer();
        const close = () => {
          running = undefined;
          return server.close();
        };
        return (running = { ...server, close });
      });
      await running?.close();
    },
    { scope: 'worker' },
  ],
  sharedWire: [
    async ({ sharedProvider }, use) => {
      let running: { provider: AnthropicServer; proxy: ProviderProxy } | undefined;
      await use(async () => {
        const provider = await sharedProvider();
        if (running?.provider !== provider) {
          await running?.proxy.close();
          running = { provider, proxy: await startProviderProxy(provider.url) };
        }
        return running.proxy;
      });
      await running?.proxy.close();
    },
    { scope: 'worker' },
  ],
  /** Where most tests open the gallery, one after the other. */
  galleryOrigin: [
    async ({ sharedBrowser }, use) => {
      const origin = new WarmOrigin(sharedBrowser, galleryWindow);
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
