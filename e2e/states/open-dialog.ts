import type { Page } from '@playwright/test';

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

export async function openByPalette(page: Page, command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill(command);
  await page.keyboard.press('Enter');
}
