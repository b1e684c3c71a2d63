import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
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
    await openSettings(page, 'General');
    await expect(timeoutField(page)).toHaveValue('');
  });
}

for (const theme of ['light', 'dark'])
  test(`a text that is too faint in the ${theme} theme alone is found`, async ({ parley: { page } }) => {
    await addFaintText(page, theme);
    await expect(expectAccessible(page, 'a faint text')).rejects.toThrow(`axe, a faint text, ${theme}`);
    await page.reload();
  });

function addFaintText(page: Page, theme: string): Promise<void> {
  return page.locator('#root').evaluate((root, scheme) => {
    const text = document.createElement('p');
    text.textContent = 'Too faint';
    const isShown = matchMedia(`(prefers-color-scheme: ${scheme})`);
    const paint = () => Object.assign(text.style, isShown.matches ? faint : plain);
    const faint = { color: '#777777', background: '#808080' };
    const plain = { color: '#000000', background: '#ffffff' };
    isShown.addEventListener('change', paint);
    paint();
    (root.querySelector('main') ?? root).append(text);
  }, theme);
}
