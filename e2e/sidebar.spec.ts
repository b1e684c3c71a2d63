import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import {
  button,
  chatList,
  chatRows as rows,
  chooseForChat as choose,
  composer,
  listSection,
  openFolder,
  pickFirstOfEach,
  press,
  send,
  untilIdle,
  waitingCard,
  waitingPlan,
} from './support/chat.ts';
import { type Parley, test } from './support/parley.ts';
import { countRenders, rendersSince } from './support/render-count.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

const openRow = (page: Page) => chatList(page).locator('[aria-current=page]');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const asked = 'Plan a README for this project';

const addFolder = ({ page, workspaceDir }: Parley, name: string) =>
  openFolder(page, join(workspaceDir, '..', name));

test('one click begins another chat in the same folder; the first is called by what was said', async ({
  parley: { page, host },
}) => {
  await send(page, asked);
  const card = await waitingCard(page);
  await expect(heading(page)).toHaveText(asked);
  await pickFirstOfEach(card);
  await press(card, 'Submit answers');
  await press(await waitingPlan(page), 'Discard plan');
  await untilIdle(page);
  await button(page, 'New chat').click();
  await expect(heading(page)).toHaveText('New chat');
  await expect(composer(page)).toBeFocused();
  const inFolder = listSection(page, 'tiny-parser').locator('[data-list-row]');
  await expect(inFolder).toHaveCount(2);
  await expect(inFolder.filter({ hasText: asked })).toHaveCount(1);
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('half a thought');
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(inFolder, 'an empty chat is a new one already').toHaveCount(3);
});

test('a chat is renamed in its row and in its head; Escape and an empty name change nothing', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  await choose(page, 'New chat', 'Rename');
  const field = page.getByRole('textbox', { name: /^New name of/ });
  await expect(field).toBeFocused();
  await field.fill('  ');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('A chat needs a name.');
  await field.fill('Something else');
  await field.press('Escape');
  await expect(rows(page)).toContainText('New chat');
  await rows(page).focus();
  await page.keyboard.press('F2');
  await field.fill('North wing');
  await field.press('Enter');
  await expect(rows(page)).toContainText('North wing');
  await expect(rows(page)).toBeFocused();
  await button(page, 'Chat menu').click();
  await page.getByRole('menuitem', { name: 'Rename', exact: true }).click();
  await field.fill('South wing');
  await field.press('Enter');
  await expect(heading(page)).toHaveText('South wing');
  await send(page, asked);
  await waitingCard(page);
  await page.reload();
  await expect(rows(page), 'a name that was given stays').toContainText('South wing');
});

test('a chat is pinned, and its folder folded and hidden, which every window remembers', async ({
  parley,
}) => {
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  await addFolder(parley, 'north');
  await test.step('a pinned chat stands above the folders, also after a reload', async () => {
    await choose(page, 'New chat', 'Pin');
    await expect(listSection(page, 'Pinned').locator('[data-list-row]')).toHaveCount(1);
    await page.reload();
    await expect(listSection(page, 'Pinned').locator('[data-list-row]')).toHaveCount(1);
    await choose(page, 'New chat', 'Unpin');
    await expect(listSection(page, 'Pinned')).toBeHidden();
  });
  await test.step('a folder folds, is hidden, and comes back with its next chat', () => foldAndHide(parley));
});

async function foldAndHide(parley: Parley): Promise<void> {
  const { page, workspaceDir } = parley;
  const north = listSection(page, 'north');
  await button(north, 'north').click();
  await expect(north.locator('[data-list-row]')).toHaveCount(0);
  await page.reload();
  await expect(button(north, 'north')).toHaveAttribute('aria-expanded', 'false');
  await expect(button(north, 'north')).toHaveAttribute('title', join(workspaceDir, '..', 'north'));
  await button(north, 'north').click();
  await expect(north.locator('[data-list-row]')).toHaveCount(1);
  await button(north, 'north').hover();
  await button(page, 'Actions for the folder north').click();
  await expectAccessible(page, 'the menu of a folder');
  await page.getByRole('menuitem', { name: 'Hide', exact: true }).click();
  await expect(north).toBeHidden();
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await addFolder(parley, 'north');
  await expect(north.locator('[data-list-row]')).toHaveCount(2);
}

test('an agent that asked elsewhere is marked, and the shortcut goes to its card, also in this chat', async ({
  parley,
}) => {
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  await addFolder(parley, 'north');
  await listSection(page, 'tiny-parser').locator('[data-list-row]').click();
  await send(page, asked);
  await listSection(page, 'north').locator('[data-list-row]').click();
  await expect(rows(page).first()).toContainText('Guide has a few questions');
  const card = page.getByRole('region', { name: /^Questions from / });
  for (const place of ['another chat', 'this chat']) {
    await composer(page).focus();
    await page.keyboard.press(shortcutKeys(parley.host, 'next-waiting'));
    await expect(openRow(page), place).toContainText(asked);
    await expect(card.locator(':focus'), place).toHaveCount(1);
  }
  await listSection(page, 'north').locator('[data-list-row]').click();
  await rows(page).filter({ hasText: asked }).click();
  await waitingCard(page);
  await expect(composer(page), 'a click on a row puts the caret into the composer of its chat').toBeFocused();
});

test('the shortcut goes from the composer to this chat’s own cards, one after the other, then to the next chat', async ({
  parley,
}) => {
  const { page, host } = parley;
  const next = () => page.keyboard.press(shortcutKeys(host, 'next-waiting'));
  const focused = page.locator('[data-tool-call-id]:has(:focus)');
  await expect(composer(page)).toBeVisible();
  await send(page, asked);
  await waitingCard(page);
  await addFolder(parley, 'north');
  await send(page, 'Plan a README for north');
  await waitingCard(page);
  await composer(page).focus();
  await next();
  await expect(openRow(page), 'this chat’s card first').toContainText('north');
  await expect(focused).toHaveCount(1);
  await next();
  await expect(openRow(page), 'then the next chat').toContainText(asked);
  await expect(focused).toHaveCount(1);
  await next();
  await expect(openRow(page)).toContainText('north');
});

test('many chats of a folder are shown eight at a time, the arrows move through them, and one that changes is rendered alone', async ({
  parley,
}) => {
  const { page } = parley;
  await countRenders(page);
  await page.reload();
  await expect(composer(page)).toBeVisible();
  for (let count = 2; count <= 10; count += 1) {
    await composer(page).fill(`thought ${count}`);
    await button(page, 'New chat').click();
    await expect(composer(page)).toHaveValue('');
  }
  await expect(rows(page)).toHaveCount(8);
  await button(page, 'Show more chats in tiny-parser').click();
  await expect(rows(page)).toHaveCount(10);
  await rows(page).first().focus();
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows(page).nth(8)).toBeFocused();
  await expectAccessible(page, 'a long list');

  await rendersSince(page);
  await page.keyboard.press('F2');
  await page.keyboard.type('moved');
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(8)).toContainText('moved');
  // One row, what stands around the list, and nothing of the open chat.
  expect(Math.max(...(await rendersSince(page)))).toBeLessThan(40);
});

test('the edge of the sidebar is drawn, moved by keys, and stays where it was', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  const edge = page.getByRole('separator', { name: 'Width of the sidebar', exact: true });
  await expect(edge).toHaveAttribute('aria-valuenow', '264');
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '280');
  const place = await edge.boundingBox();
  await page.mouse.move((place?.x ?? 0) + 4, 300);
  await page.mouse.down();
  await page.mouse.move(900, 300);
  await page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', '400');
  await page.reload();
  await expect(edge).toHaveAttribute('aria-valuenow', '400');
  await edge.dblclick();
  await expect(edge).toHaveAttribute('aria-valuenow', '264');
});
