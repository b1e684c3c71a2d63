import type { Browser, Page } from 'playwright';
import { openBrowser } from '../../e2e/support/browser-host.ts';
import { watchPage } from './page-watch.ts';

/** A browser and how many times slower than the machine's the processor of its pages is. */
export type Pages = { browser: Browser; slowdown: number };

export async function withPages(slowdown: number, work: (pages: Pages) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  try {
    await work({ browser, slowdown });
  } finally {
    await browser.close();
  }
}

/** A page with an empty cache, in a process of its own, that notes what the benches ask for. */
export async function withPage<Result>(
  { browser, slowdown }: Pages,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1_200, height: 800 } });
  try {
    const page = await context.newPage();
    if (slowdown !== 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    }
    await watchPage(page);
    return await work(page);
  } finally {
    await context.close();
  }
}
