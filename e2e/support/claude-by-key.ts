import { expect, type Page } from '@playwright/test';
import type { ProviderProxy } from '../../test/main/agents/model/provider-proxy.ts';
import { button, openAgents } from './chat.ts';
import { openSettings } from './pages.ts';

export const key = 'sk-ant-of-the-test';

export const claudeForm = (page: Page) => page.getByRole('form', { name: 'Claude', exact: true });

/** The row of a provider, with its state. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });

/** Opens Settings at Claude's key and address. */
export async function openClaude(page: Page) {
  await openSettings(page, 'Models');
  await button(page, 'Claude').click();
  return claudeForm(page);
}

export async function setUpClaude(page: Page, wire: ProviderProxy): Promise<void> {
  const form = await openClaude(page);
  await form.getByLabel('Address').fill(wire.url);
  await form.getByLabel('Key', { exact: true }).fill(key);
  await button(form, 'Add key').click();
  await expect(form.getByRole('status')).toHaveText('It works, and has 2 models.');
  await page.keyboard.press('Escape');
}

export async function chooseClaude(page: Page): Promise<void> {
  await openAgents(page);
  const dialog = page.getByRole('dialog', { name: 'Who works in this chat', exact: true });
  await expect(dialog.getByRole('group', { name: 'Claude', exact: true }).getByRole('option')).toHaveCount(2);
  await dialog.getByRole('option', { name: 'claude-small-test', exact: true }).click();
  await expect(dialog).toBeHidden();
}
