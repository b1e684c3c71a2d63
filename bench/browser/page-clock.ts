import type { Page } from 'playwright';

/** Turns a moment of a page's time into one of this process's, both in milliseconds. */
export type PageClock = (pageTime: number) => number;

const tries = 20;

/** Compares the two clocks; the quickest of many questions errs the least. */
export async function clockOf(page: Page): Promise<PageClock> {
  let best = { took: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let count = 0; count < tries; count += 1) {
    const asked = performance.now();
    const there = await page.evaluate(() => performance.now());
    const took = performance.now() - asked;
    if (took < best.took) best = { took, ahead: asked + took / 2 - there };
  }
  return (pageTime) => pageTime + best.ahead;
}
