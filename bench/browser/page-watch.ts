import type { Page } from 'playwright';

declare global {
  interface Window {
    /** Notes of the benches inside a page. */
    bench: {
      /** When a person last clicked, in the page's time. */
      clickedAt: number;
      /** When a person last pressed a key. */
      pressedAt: number;
      /** When a person last pasted. */
      pastedAt: number;
      /** Tasks of the main thread of 50 ms and more, in milliseconds each. */
      longTasks: number[];
      /** When anything at all was painted first. */
      firstPaint: Promise<number>;
      /** When the frame is on the screen in which something has come true, in the page's time; rejects after a minute. */
      painted(isThere: () => boolean): Promise<number>;
      /** The same for a text that stands somewhere in what can be seen of an element. */
      paintedText(selector: string, text: string): Promise<number>;
    };
  }
}

/** Lets every document of a page note clicks, keys, pastes, paints and long tasks, from its first line on. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    function painted(isThere: () => boolean): Promise<number> {
      const began = performance.now();
      return new Promise((resolve, reject) => {
        function look(): void {
          if (performance.now() - began > 60_000) return reject(new Error('It has not shown in a minute.'));
          if (!isThere()) return void requestAnimationFrame(look);
          // A message posted in a frame comes after that frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now()), { once: true });
          port1.start();
          port2.postMessage(null);
        }
        requestAnimationFrame(look);
      });
    }

    function isInSight(selector: string, text: string): boolean {
      const container = document.querySelector(selector);
      if (!container?.textContent.includes(text)) return false;
      const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const { top, bottom } = container.getBoundingClientRect();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (!node.textContent?.includes(text)) continue;
        range.selectNodeContents(node);
        const place = range.getBoundingClientRect();
        if (place.top >= top && place.bottom <= Math.min(bottom, window.innerHeight)) return true;
      }
      return false;
    }

    const firstPaint = new Promise<number>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const [entry] = list.getEntriesByName('first-paint');
        if (entry !== undefined) resolve(entry.startTime);
      });
      observer.observe({ type: 'paint', buffered: true });
    });
    const longTasks: number[] = [];
    new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({ type: 'longtask', buffered: true });
    window.bench = {
      clickedAt: 0,
      pressedAt: 0,
      pastedAt: 0,
      longTasks,
      firstPaint,
      painted,
      paintedText: (selector, text) => painted(() => isInSight(selector, text)),
    };
    window.addEventListener('click', ({ timeStamp }) => (window.bench.clickedAt = timeStamp), true);
    window.addEventListener('keydown', ({ timeStamp }) => (window.bench.pressedAt = timeStamp), true);
    window.addEventListener('paste', ({ timeStamp }) => (window.bench.pastedAt = timeStamp), true);
  });
}
