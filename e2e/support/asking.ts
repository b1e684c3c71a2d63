import { expect, type Page } from '@playwright/test';
import type { DialectId } from '../../src/shared/dialects/registry.ts';
import type { Block } from '../../test/main/agents/model/anthropic-server.ts';
import { openSettings } from './pages.ts';
import { test as base } from './provider.ts';

/** A Parley whose new chats are Claude's and ask in one dialect. */
export const testIn = (dialect: DialectId) => base.extend({ choices: { dialect } });

export const call = (id: string, name: string, input: unknown): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export async function chooseMode(page: Page, mode: 'Plan' | 'Edit'): Promise<void> {
  await page.getByRole('radio', { name: mode, exact: true }).click();
  await expect(page.getByRole('radio', { name: mode, exact: true })).toBeChecked();
}

export const timeoutField = (page: Page) =>
  page.getByRole('textbox', { name: 'If I don’t answer, choose for me after', exact: true });

/** Sets in Settings after how many seconds the timeout answers; an empty text for never. */
export async function setTimeoutTo(page: Page, seconds: string): Promise<void> {
  await openSettings(page, 'General');
  await timeoutField(page).fill(seconds);
  await timeoutField(page).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  await page.keyboard.press('Escape');
}
