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

/** Collects what moves in the conversation from now on, by Chromium's own measure, also right after input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.shifts = [];
    // Chromium also lists texts that are laid out anew in the very same place.
    type Rects = { previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    const moved = ({ previousRect, currentRect }: Rects) =>
      JSON.stringify(previousRect) !== JSON.stringify(currentRect);
    new PerformanceObserver((list) => {
      const log = document.querySelector('[role=log]');
      for (const entry of list.getEntries()) {
        const sources = entry.sources ?? [];
        const within = sources.filter(({ node }) => node === null || log?.contains(node));
        if (sources.length === 0 || within.some(moved)) window.shifts.push(JSON.stringify(entry));
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
          const [from, to] = [JSON.stringify(previousRect), JSON.stringify(currentRect)];
          // Chromium also lists texts that are laid out anew in the very same place.
          if (from === to) continue;
          window.shifts.push(`${from} to ${to}: ${nameOf(node)?.slice(0, 200)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
