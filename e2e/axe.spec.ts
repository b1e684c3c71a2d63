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

/** Its colours follow the theme by the style alone, so that axe never comes before them. */
function addFaintText(page: Page, theme: string): Promise<void> {
  return page.locator('#root').evaluate((root, scheme) => {
    const text = document.createElement('p');
    text.textContent = 'Too faint';
    const inTheme = (faint: string, plain: string) =>
      scheme === 'light' ? `light-dark(${faint}, ${plain})` : `light-dark(${plain}, ${faint})`;
    text.style.colorScheme = 'light dark';
    text.style.color = inTheme('#777777', '#000000');
    text.style.background = inTheme('#808080', '#ffffff');
    (root.querySelector('main') ?? root).append(text);
  }, theme);
}
