import type { Browser, Page } from 'playwright';
import { z } from 'zod';

const traceSchema = z.object({ traceEvents: z.array(z.object({ name: z.string() })) });

/** Callers of a page's own code without anybody having done anything. */
const wakers = ['TimerFire', 'FireAnimationFrame', 'FireIdleCallback', 'EventDispatch', 'XHRLoad'];

/** Number of times that the code of a page is woken in the meantime. */
export async function wakeUpsOf(
  browser: Browser,
  page: Page,
  meantime: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await meantime();
  const trace = await browser.stopTracing();
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()));
  return traceEvents.filter(({ name }) => wakers.includes(name)).length;
}
