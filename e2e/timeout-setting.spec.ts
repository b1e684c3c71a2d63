import { expect } from '@playwright/test';
import { expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { setTimeoutTo, timeoutField } from './support/asking.ts';
import { composer } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { test } from './support/parley.ts';

test('nobody is answered for unless seconds are set, and clearing them ends it', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'General');
  await expect(timeoutField(page)).toHaveValue('');
  await expect(timeoutField(page)).toHaveAccessibleDescription(/nothing is chosen in Plan mode/);
  await page.keyboard.press('Escape');
  await setTimeoutTo(page, '90');
  await page.reload();
  await openSettings(page, 'General');
  await expect(timeoutField(page)).toHaveValue('90');
  await page.keyboard.press('Escape');
  await setTimeoutTo(page, '');
  await page.reload();
  await openSettings(page, 'General');
  await expect(timeoutField(page)).toHaveValue('');
});

test('what is no number of seconds is refused in words, by keyboard alone, without a barrier', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'General');
  await timeoutField(page).focus();
  await page.keyboard.type('soon');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'Enter whole seconds, up to 1,000,000, or leave it empty for never.',
  );
  await expect(timeoutField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectFlawless(page, 'seconds that are none');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await timeoutField(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expect(timeoutField(page)).toHaveValue('30');
  await expectFlawless(page, 'saved seconds');
});
