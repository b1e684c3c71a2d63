import type { Page, TestInfo } from '@playwright/test';

/**
 * Attaches a picture of the page to a test that failed. Playwright's own option takes one of every test whose
 * page closes before the result is known, and throws most of them away.
 */
export async function pictureOfFailure(page: () => Page, test: TestInfo): Promise<void> {
  if (test.status === test.expectedStatus) return;
  try {
    const path = test.outputPath('failed.png');
    await page().screenshot({ path });
    await test.attach('screenshot', { path, contentType: 'image/png' });
  } catch {
    // A page that is gone shows nothing.
  }
}
