import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  composer,
  pickFirstOfEach,
  send,
  untilIdle,
  waitingCard,
  folderField,
  waitingPlan,
} from './support/chat.ts';
import { type Parley, test } from './support/parley.ts';
import { countRenders, rendersSince } from './support/render-count.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Chats', exact: true });
const rows = (page: Page) => sidebar(page).locator('[data-list-row]');
const openRow = (page: Page) => sidebar(page).locator('[aria-current=page]');

async function choose(page: Page, name: string, action: string): Promise<void> {
  await rows(page).filter({ hasText: name }).first().hover();
  await button(page, `Actions for ${name}`).first().click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens a new workspace on a folder beside the project. */
async function addWorkspace({ page, workspaceDir }: Parley, name: string): Promise<void> {
  const folder = join(workspaceDir, '..', name);
  await mkdir(folder);
  await button(page, 'Open a folder').click();
  await folderField(page).fill(folder);
  await button(page, 'Open folder').click();
  await expect(openRow(page)).toContainText(name);
}

test('a second chat on a folder opens beside the first, told apart by what was said', async ({
  parley: { page, workspaceDir, host },
}) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await pickFirstOfEach(card);
  await button(card, 'Submit answers').click();
  await button(await waitingPlan(page), 'Discard plan').click();
  await untilIdle(page);
  await choose(page, 'tiny-parser', 'New chat on this folder');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: 'Plan a README' })).toHaveCount(1);
  await expect(openRow(page)).not.toContainText('Plan a README');
  await expect(openRow(page)).toHaveAttribute('title', workspaceDir);
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(rows(page)).toHaveCount(3);
});

test('a workspace is renamed in its row; Escape and an empty name change nothing', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  await choose(page, 'tiny-parser', 'Rename');
  const field = page.getByRole('textbox', { name: 'New name of tiny-parser', exact: true });
  await expect(field).toBeFocused();
  await field.fill('  ');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('A workspace needs a name.');
  await field.fill('Something else');
  await field.press('Escape');
  await expect(rows(page)).toContainText('tiny-parser');
  await rows(page).focus();
  await page.keyboard.press('F2');
  await field.fill('North wing');
  await field.press('Enter');
  await expect(rows(page)).toContainText('North wing');
  await expect(rows(page)).toBeFocused();
  await page.reload();
  await expect(rows(page)).toContainText('North wing');
});

test('a removed workspace is gone at once and comes back with Undo, also after a reload', async ({
  parley,
}) => {
  const { page } = parley;
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await choose(page, 'tiny-parser', 'Remove');
  await expect(rows(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Removed tiny-parser', { exact: true })).toBeVisible();
  await expectAccessible(page, 'a removal that can be undone');
  await button(page, 'Undo removing tiny-parser').click();
  await expect(rows(page)).toContainText('Parley has a few questions');
  await expect(button(page, 'Undo removing tiny-parser')).toBeHidden();
  await rows(page).click();
  await waitingCard(page);
});

test('a removal that was not undone is final after a restart', async ({ parley }) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  await expect(composer(parley.page)).toBeVisible();
  await addWorkspace(parley, 'north');
  await rows(parley.page).filter({ hasText: 'north' }).focus();
  await parley.page.keyboard.press('Delete');
  await expect(button(parley.page, 'Undo removing north')).toBeVisible();
  await expect(openRow(parley.page)).toContainText('tiny-parser');
  await parley.end();
  await parley.start();
  await expect(rows(parley.page)).toHaveCount(1);
  await expect(button(parley.page, 'Undo removing north')).toBeHidden();
});

test('an archived workspace leaves the list and comes back', async ({ parley }) => {
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  await addWorkspace(parley, 'north');
  await choose(page, 'tiny-parser', 'Archive');
  await expect(rows(page)).toHaveCount(1);
  await button(page, 'Archived 1').click();
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page, 'the archive is open');
  await choose(page, 'tiny-parser', 'Move back to the list');
  await expect(button(page, 'Archived 1')).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
});

test('an agent that asked elsewhere is marked, and the shortcut goes to it', async ({ parley }) => {
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  await addWorkspace(parley, 'north');
  await rows(page).filter({ hasText: 'tiny-parser' }).click();
  await send(page, 'Plan a README for this project');
  await rows(page).filter({ hasText: 'north' }).click();
  await expect(rows(page).first()).toContainText('Parley has a few questions');
  await page.keyboard.press(shortcutKeys(parley.host, 'next-waiting'));
  await expect(openRow(page)).toContainText('tiny-parser');
  await waitingCard(page);
});

test('six workspaces can be searched, the arrows move through them, and one that changes is rendered alone', async ({
  parley,
}) => {
  const { page } = parley;
  await countRenders(page);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search workspaces', exact: true });
  for (const name of ['north', 'east', 'south', 'west']) await addWorkspace(parley, name);
  await expect(search).toBeHidden();
  await addWorkspace(parley, 'centre');
  await search.fill('sou');
  await expect(rows(page)).toHaveCount(1);
  await search.press('ArrowDown');
  await expect(rows(page)).toBeFocused();
  await search.fill('nothing like it');
  await expect(sidebar(page)).toContainText('No workspace has these words.');
  await search.press('Escape');
  await expect(rows(page)).toHaveCount(6);
  await rows(page).first().focus();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows(page).nth(4)).toBeFocused();
  await expectAccessible(page, 'a long list');

  await rendersSince(page);
  await page.keyboard.press('F2');
  await page.keyboard.type('moved');
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(4)).toContainText('moved');
  // One row, what stands around the list, and nothing of the open chat.
  expect(Math.max(...(await rendersSince(page)))).toBeLessThan(40);
});

test('the menu of a row works with the keyboard alone, in the drawer of a narrow window too', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await button(page, 'Show sidebar').click();
  await rows(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expectAccessible(page, 'the menu of a row');
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Remove', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Undo removing tiny-parser')).toBeVisible();
});
