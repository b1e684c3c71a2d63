import type { Page } from 'playwright';
import { mainThreadOf } from './main-thread.ts';

/** Megabytes of the heap once a page has come to rest and everything unused was collected, and the number of elements. */
export async function sizeOf(page: Page): Promise<{ heap: number; elements: number }> {
  await (await mainThreadOf(page)).taskTime();
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { heap: usedSize / 2 ** 20, elements: await page.locator('*').count() };
}
