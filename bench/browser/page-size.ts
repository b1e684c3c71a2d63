import type { Page } from '@playwright/test';

/** Megabytes of the heap after everything unused was collected, and the number of elements. */
export async function sizeOf(page: Page): Promise<{ heap: number; elements: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { heap: usedSize / 2 ** 20, elements: await page.locator('*').count() };
}
