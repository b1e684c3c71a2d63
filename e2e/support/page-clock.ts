import { expect, type Locator, type Page } from '@playwright/test';

/** The time that a page takes for a frame, in milliseconds. */
const frame = 16;

/**
 * Stops the time of a page that has a clock of its own (`page.clock.install`), before anything whose time counts.
 * From here on it passes only as told, by that clock or frame by frame.
 */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/**
 * Lets the page's time pass frame by frame until something is shown, however long that takes in real time.
 * `before` runs before every frame.
 */
export async function untilShown(page: Page, shown: Locator, before = async () => {}): Promise<void> {
  const passFrame = async () => {
    await before();
    await page.clock.runFor(frame);
    return shown.isVisible();
  };
  await expect.poll(passFrame, { intervals: [frame] }).toBe(true);
}
