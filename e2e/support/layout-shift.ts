import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    shifts: string[];
  }
}

type Shift = PerformanceEntry & { sources?: { node: Node | null }[] };

/** Collects from now on what moves in the conversation by the platform's own measure, also right after input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      const log = document.querySelector('[role=log]');
      for (const entry of list.getEntries() as Shift[]) {
        const within = entry.sources?.filter(({ node }) => node === null || log?.contains(node));
        if (within?.length !== 0) window.shifts.push(JSON.stringify(entry));
      }
    }).observe({ type: 'layout-shift' });
  });
}

export async function expectNothingShifts(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.shifts)).toEqual([]);
}
