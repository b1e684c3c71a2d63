import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    shifts: string[];
  }

  /** Fields of an entry of the type `layout-shift`. */
  interface PerformanceEntry {
    hadRecentInput?: boolean;
    sources?: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
}

/** Collects from now on what moves in the conversation by the platform's own measure, also right after input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      const log = document.querySelector('[role=log]');
      for (const entry of list.getEntries()) {
        const within = entry.sources?.filter(({ node }) => node === null || log?.contains(node));
        if (within?.length !== 0) window.shifts.push(JSON.stringify(entry));
      }
    }).observe({ type: 'layout-shift' });
  });
}

export async function expectNothingShifts(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.shifts)).toEqual([]);
}

/**
 * Collects from the next load on what moves anywhere on the page: in the conversation what moves by
 * itself, elsewhere also what moves right after input.
 */
export async function watchPageShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    const nameOf = (node: Node | null) => (node instanceof Element ? node.outerHTML : node?.nodeName);
    new PerformanceObserver((list) => {
      const log = document.querySelector('[role=log]');
      for (const { sources = [], hadRecentInput } of list.getEntries()) {
        for (const { node, previousRect, currentRect } of sources) {
          if (hadRecentInput && log?.contains(node)) continue;
          const way = [previousRect, currentRect].map((rect) => JSON.stringify(rect)).join(' to ');
          window.shifts.push(`${way}: ${nameOf(node)?.slice(0, 200)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
