import type { Browser } from 'playwright';
import { openBrowser } from '../../e2e/support/browser-host.ts';

export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}
