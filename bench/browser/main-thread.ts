import type { CDPSession, Page } from 'playwright';

/** The work of a page's main thread so far. */
export type MainThread = {
  /** Milliseconds of all its tasks, once it has come to rest. */
  taskTime(): Promise<number>;
};

const restMs = 150;

export async function mainThreadOf(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  // The thread's own time: what other processes take of the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async taskTime() {
      let before = await taskTime(session);
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, restMs));
        const now = await taskTime(session);
        if (now - before < 2) return now;
        before = now;
      }
    },
  };
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}
