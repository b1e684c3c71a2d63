import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { composer } from './support/chat.ts';
import { test } from './support/parley.ts';

for (const theme of ['light', 'dark'])
  test(`a text that is too faint in the ${theme} theme alone is found`, async ({ parley: { page } }) => {
    await expect(composer(page)).toBeVisible();
    await addFaintText(page, theme);
    await expect(expectAccessible(page, 'a faint text')).rejects.toThrow(`axe, a faint text, ${theme}`);
    // The text would stand in the window of the next test.
    await page.close();
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
