import type { Browser, Page } from 'playwright';
import { watchPage } from './page-watch.ts';

/** A page with an empty cache, in a process of its own, that notes what the benches ask for. */
export async function withPage<Result>(
  browser: Browser,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1_200, height: 800 } });
  try {
    const page = await context.newPage();
    await watchPage(page);
    return await work(page);
  } finally {
    await context.close();
  }
}
