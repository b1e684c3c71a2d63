import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  chatRows as rows,
  chooseForChat as choose,
  composer,
  listSection,
  openFolder,
  send,
  untilIdle,
  waitingCard,
} from './support/chat.ts';
import { holdTime } from './support/page-clock.ts';
import { type Parley, test } from './support/parley.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

// What was deleted or archived can be undone for as long as a test needs, and no other test has archived anything.
test.use({ manualClock: true });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const asked = 'Plan a README for this project';

const addFolder = ({ page, workspaceDir }: Parley, name: string) =>
  openFolder(page, join(workspaceDir, '..', name));

test('a deleted chat is gone at once and comes back with Undo, also after a reload', async ({ parley }) => {
  const { page } = parley;
  await send(page, asked);
  await waitingCard(page);
  await choose(page, asked, 'Delete');
  await expect(rows(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(`Deleted ${asked}`, { exact: true })).toBeVisible();
  await button(page, `Undo deleting ${asked}`).click();
  await expect(rows(page)).toContainText('Guide has a few questions');
  await expect(button(page, `Undo deleting ${asked}`)).toBeHidden();
  await rows(page).click();
  await waitingCard(page);
});

test('a removal that was not undone is final after a restart', async ({ parley }) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  await expect(composer(parley.page)).toBeVisible();
  await addFolder(parley, 'north');
  await listSection(parley.page, 'north').locator('[data-list-row]').focus();
  await parley.page.keyboard.press('Delete');
  await expect(button(parley.page, 'Undo deleting New chat')).toBeVisible();
  await expect(listSection(parley.page, 'tiny-parser').locator('[aria-current=page]')).toBeVisible();
  await parley.end();
  await parley.start();
  await expect(rows(parley.page)).toHaveCount(1);
  await expect(button(parley.page, 'Undo deleting New chat')).toBeHidden();
});

test('an archived chat leaves the list, comes back with Undo, and needs you there too', async ({
  parley,
}) => {
  const { page } = parley;
  await send(page, asked);
  await waitingCard(page);
  await page.clock.install();
  await addFolder(parley, 'north');
  await choose(page, 'New chat', 'Archive');
  await expect(button(page, 'Undo archiving New chat')).toBeVisible();
  await holdTime(page);
  await button(page, 'Undo archiving New chat').click();
  await page.clock.resume();
  await expect(rows(page)).toHaveCount(2);
  await choose(page, 'New chat', 'Archive');
  await expect(rows(page)).toHaveCount(1);
  await button(page, 'Archived 1').click();
  await expect(listSection(page, 'Archived').locator('[data-list-row]')).toHaveCount(1);
  await expectAccessible(page, 'the archive is open');
  await choose(page, asked, 'Archive');
  await expect(listSection(page, 'Needs you').locator('[data-list-row]')).toContainText(asked);
  await choose(page, 'New chat', 'Move back to the list');
  await expect(listSection(page, 'north').locator('[data-list-row]')).toHaveCount(1);
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
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Delete', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Undo deleting New chat')).toBeVisible();
});

test('a message is found in any chat, archived ones too, and opened at its place', async ({ parley }) => {
  const { page, host } = parley;
  await send(page, 'Plan a README about otters');
  await waitingCard(page);
  await button(page, 'Stop').click();
  await untilIdle(page);
  await addFolder(parley, 'north');
  await choose(page, 'Plan a README about otters', 'Archive');
  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await page.keyboard.type('otters');
  const found = page.getByRole('dialog').getByRole('option');
  const line = found.last();
  await expect(found).toHaveCount(2);
  await expect(line).toContainText('Plan a README about otters');
  await line.click();
  await expect(heading(page)).toHaveText('Plan a README about otters');
  await expect(page.getByRole('log').getByText('Plan a README about otters')).toBeInViewport();
});
