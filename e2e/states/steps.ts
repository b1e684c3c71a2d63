import type { Page } from '@playwright/test';
import { button, untilIdle } from '../support/chat.ts';

/** Waits until the agent is idle. Outside a test, in the screenshots, expectations give up sooner than this waits. */
export async function agentDone(page: Page): Promise<void> {
  await button(page, 'Stop').waitFor({ state: 'hidden' });
  await untilIdle(page);
}

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

export async function openByPalette(page: Page, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill(command);
  await page.keyboard.press('Enter');
}
