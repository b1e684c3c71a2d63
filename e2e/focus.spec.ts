import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, composer, listSection, send, waitingCard, folderField } from './support/chat.ts';
import { settingsParts } from './support/pages.ts';
import { test } from './support/parley.ts';

test.beforeEach(async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
});

test('after Send and Stop by mouse the caret is in the composer', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  await expect(composer(page)).toBeFocused();
  await waitingCard(page);
  await button(page, 'Stop').click();
  await expect(composer(page)).toBeFocused();
});

test('Stop anyway leads to the composer, Keep answering back to Stop', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await card.getByRole('radio').first().click();
  await button(page, 'Stop').click();
  await button(page, 'Keep answering').click();
  await expect(button(page, 'Stop')).toBeFocused();
  await button(page, 'Stop').click();
  await button(page, 'Stop anyway').click();
  await expect(composer(page)).toBeFocused();
});

test('a new workspace begins with the caret in its composer', async ({ parley: { page, workspaceDir } }) => {
  const folder = join(workspaceDir, 'inner');
  await mkdir(folder);
  await button(page, 'Open a folder').click();
  await folderField(page).fill(folder);
  await button(page, 'Open folder').click();
  await expect(listSection(page, 'inner').locator('[aria-current=page]')).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test('closing Settings in a narrow window leaves the focus on what opened the drawer', async ({
  parley: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // The second time its script is there, so that the page comes as the drawer goes.
  for (const _ of ['first', 'second']) {
    await button(page, 'Show sidebar').click();
    await button(page, 'Settings').click();
    await expect(settingsParts(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Show sidebar')).toBeFocused();
  }
});
