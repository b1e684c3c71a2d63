import { expect } from '@playwright/test';
import { button, composer, conversation, send } from './support/chat.ts';
import { test } from './support/parley.ts';

test('a text that is too long is refused in words, stays, and harms nothing', async ({
  parley: { page },
}) => {
  const text = `${'x'.repeat(99)}\n`.repeat(11_000);
  await composer(page).evaluate((field, value) => {
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
  await expect(page.getByRole('alert')).toContainText('too long');
  await expect(button(page, 'Send')).toBeDisabled();
  await composer(page).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /reconnecting/i })).toBeHidden();
  expect(await composer(page).evaluate((field) => 'value' in field && String(field.value).length)).toBe(
    1_100_000,
  );
  await send(page, 'Plan a README for this project');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(conversation(page)).toContainText('Plan a README');
});
