import { expect, type Page } from '@playwright/test';
import { button, composer, pickFirstOfEach, press, send, waitingCard, waitingPlan } from './support/chat.ts';
import { expectNothingShifts, watchPageShifts } from './support/layout-shift.ts';
import { settingsParts } from './support/pages.ts';
import { test } from './support/parley.ts';

// What is tried is how the page comes.
test.use({ cold: true });

const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ parley }) => {
  test.skip(parley.host !== 'browser', 'it watches from before the page loads');
  await watchPageShifts(parley.page);
  await parley.page.reload();
});

test('nothing moves from the first load to the end of a turn', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
  await expectNothingShifts(page);
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expectNothingShifts(page);
  await pickFirstOfEach(card);
  await press(card, 'Submit answers');
  await waitingPlan(page);
  await expectNothingShifts(page);
});

test('nothing moves when what was said before is loaded', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await page.reload();
  await waitingCard(page);
  await expectNothingShifts(page);
});

test('nothing behind them moves as pages and dialogs open and close', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
  await button(page, 'Settings').click();
  await expect(settingsParts(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settingsParts(page)).toBeHidden();
  for (const name of ['Open a folder', 'Agent: Guide · Built-in guide']) {
    await button(page, name).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  }
  await page.keyboard.press('ControlOrMeta+k');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expectNothingShifts(page);
});

test.describe('on the first page', () => {
  test.use({ firstRun: true });

  test('nothing moves while it loads', async ({ parley: { page } }) => {
    await expect(button(page, 'Open a folder')).toBeFocused();
    await page.evaluate(() => document.fonts.ready);
    await expectNothingShifts(page);
  });
});
