import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, composer, send, waitingCard, folderField } from './support/chat.ts';
import { test } from './support/parley.ts';

test('in a narrow window the menu button tells what waits in other chats', async ({
  parley: { page, workspaceDir },
}) => {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  const folder = join(workspaceDir, 'inner');
  await mkdir(folder);
  await button(page, 'Open a folder').click();
  await folderField(page).fill(folder);
  await button(page, 'Open folder').click();
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = button(page, 'Show sidebar');
  await expect(menu).toHaveAccessibleDescription('1 other workspace waits for you');
  await expect(menu.locator('..')).toContainText('1');
});

test('a folder that is not there is named together with what to type', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
  await button(page, 'Open a folder').click();
  await folderField(page).fill('nowhere');
  await button(page, 'Open folder').click();
  await expect(page.getByRole('alert')).toContainText('Type the whole path of a folder on this computer.');
});
