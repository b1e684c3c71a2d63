import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, folderField, listSection } from './support/chat.ts';
import { test } from './support/parley.ts';

test('a path is completed by keyboard alone', async ({ parley: { page, workspaceDir } }) => {
  const root = join(workspaceDir, 'folders');
  for (const name of ['parley-one', 'parley-two', 'notes', '.hidden']) {
    await mkdir(join(root, name), { recursive: true });
  }
  await expect(composer(page)).toBeVisible();
  await button(page, 'Open a folder').click();
  const field = folderField(page);
  const options = page.getByRole('listbox', { name: 'Folders', exact: true }).getByRole('option');
  await expect(field).toBeFocused();
  await field.fill(`${root}/`);
  await expect(options).toHaveCount(3);
  await expectAccessible(page, 'folders are offered');
  await page.keyboard.type('p');
  await expect(options).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(join(root, 'parley-'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(`${join(root, 'parley-two')}/`);
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue(join(root, 'parley-'));
  await page.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue(`${join(root, 'parley-two')}/`);
  await expect(options).toHaveCount(0);
  await field.fill(`${root}/.`);
  await expect(options).toHaveText([join(root, '.hidden')]);
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Open a folder', exact: true })).toBeVisible();
  await field.fill(`${join(root, 'notes')}/`);
  await page.keyboard.press('Enter');
  await expect(listSection(page, 'notes').locator('[aria-current=page]')).toBeVisible();
});

test('many folders fit a narrow window and stay reachable', async ({ parley: { page, workspaceDir } }) => {
  const root = join(workspaceDir, 'many');
  for (let index = 0; index < 40; index += 1) {
    await mkdir(join(root, `a-folder-with-a-rather-long-name-${index}`), { recursive: true });
  }
  await expect(composer(page)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await button(page, 'Show sidebar').click();
  await button(page, 'Open a folder').click();
  await folderField(page).fill(`${root}/`);
  const options = page.getByRole('listbox', { name: 'Folders', exact: true }).getByRole('option');
  await expect(options).toHaveCount(40);
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await expect(button(page, 'Open folder')).toBeInViewport();
});
