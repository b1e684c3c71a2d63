import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button, composer, pickFirstOfEach, press, send, waitingCard, waitingPlan } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { test } from './support/parley.ts';

test('no state of a chat has a serious barrier, in either theme', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
  await expectAccessible(page, 'empty chat');
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expectAccessible(page, 'a card waits');
  await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await expectAccessible(page, 'Other is open');
  await card.getByRole('tab').first().click();
  await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await pickFirstOfEach(card);
  await expectAccessible(page, 'Review');
  await button(card, 'Dismiss').click();
  await expectAccessible(page, 'the reason for dismissing');
  await button(card, 'Keep').click();
  await press(card, 'Submit answers');
  await waitingPlan(page);
  await expectAccessible(page, 'answered');
});

test('Settings and the form for a new workspace have no serious barrier', async ({ parley: { page } }) => {
  await openSettings(page, 'General');
  await expectAccessible(page, 'Settings');
  await page.keyboard.press('Escape');
  await button(page, 'Open a folder').click();
  await expectAccessible(page, 'Open a folder');
});

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
