import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, test as base } from '@playwright/test';
import { closerOf, listen } from '../../src/main/http/listen.ts';
import { openPageFiles } from '../../src/main/http/page-files.ts';
import { securityHeaders } from '../../src/main/http/security-headers.ts';
import { serveStaticFiles } from '../../src/main/http/static-files.ts';
import { openBrowser } from './browser-host.ts';
import { type HostName, projectRoot } from './hosts.ts';

export type HostOptions = { hostName: HostName };

export type OpenBrowser = () => Promise<Browser>;

type WorkerFixtures = { sharedBrowser: OpenBrowser; galleryAddress: string };

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
  /** The gallery of cards, built and served with the page's own headers. */
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
});
