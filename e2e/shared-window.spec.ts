import { expect } from '@playwright/test';
import { setTimeoutTo, timeoutField } from './support/asking.ts';
import { composer } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { type Parley, test } from './support/parley.ts';

// One after the other, so that the second of each pair takes over what the first has left.
test.describe.configure({ mode: 'default' });

const leftovers: Record<string, (parley: Parley) => Promise<void>> = {
  'a setting': async ({ page }) => {
    await setTimeoutTo(page, '600');
  },
  'a stored value': async ({ page }) => {
    await page.evaluate(() => localStorage.setItem('left', 'yes'));
    await page.context().addCookies([{ name: 'left', value: 'yes', url: page.url() }]);
  },
  'a script that runs first': async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { isLeft: true }));
    await page.reload();
  },
  'a clock': async ({ page }) => {
    await page.clock.setFixedTime(0);
  },
  'a window beside it, and a loaded page': async ({ page, address }) => {
    await (await page.context().newPage()).goto(address ?? '');
    await page.reload();
  },
};

for (const [name, leave] of Object.entries(leftovers)) {
  test(`${name} is left`, async ({ parley }) => {
    test.skip(parley.host !== 'browser', 'each test has a desktop host of its own');
    await leave(parley);
    await expect(composer(parley.page)).toBeVisible();
  });

  test(`after ${name} the next test finds nothing of it`, async ({ parley: { page } }) => {
    expect(page.context().pages()).toHaveLength(1);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    expect(await page.evaluate(() => 'isLeft' in window)).toBe(false);
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(0);
    expect(await page.evaluate(() => [localStorage.getItem('left'), document.cookie])).toEqual([null, '']);
    await openSettings(page, 'General');
    await expect(timeoutField(page)).toHaveValue('');
  });
}
