import type { Locator, Page } from 'playwright';
import { composer } from '../../e2e/support/chat.ts';
import { workspaceHash } from '../../src/shared/workspace/workspace-link.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import type { ChatWorkload } from '../workloads/write-chat.ts';

/** Milliseconds from a click until a text can be seen in the log of the page. */
export async function clickUntilPainted(page: Page, target: Locator, text: string): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const painted = page.evaluate((expected) => window.bench.paintedText('[role=log]', expected), text);
  await target.click();
  const at = await painted;
  return at - (await page.evaluate(() => window.bench.clickedAt));
}

/** Opens a page of the host on a chat. */
export async function openOn(page: Page, address: string, id: WorkspaceId): Promise<void> {
  await page.goto(`${address}${workspaceHash(id)}`);
  await composer(page).waitFor();
}

/** Waits until the page has fetched what it fetches by itself a while after its start. */
export async function untilAllIsFetched(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const lastAt = Math.max(0, ...performance.getEntriesByType('resource').map(({ startTime }) => startTime));
    return performance.now() - lastAt > 1_500;
  });
}

/** The row of a chat in the list. */
export const rowOf = (page: Page, { name }: ChatWorkload) =>
  page.locator('button[data-list-row]').filter({ hasText: name }).first();
