import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button, cards, composer, openFolder, send, waitingCard } from './support/chat.ts';
import { keepNotifications, pressNotification, startNotifying, told } from './support/notifications.ts';
import { openSettings } from './support/pages.ts';
import { test } from './support/parley.ts';

async function choose(page: Page, setting: string): Promise<void> {
  await openSettings(page, 'Notifications');
  const choices = page.getByRole('radiogroup', { name: 'Notifications', exact: true });
  await choices.getByRole('radio', { name: setting, exact: true }).click();
  await expect(choices.getByRole('radio', { name: setting, exact: true })).toBeChecked();
  await page.keyboard.press('Escape');
}

test('a question notifies with its workspace and words, and a click leads to its card', async ({
  parley,
}) => {
  await startNotifying(parley);
  const { page } = parley;
  await choose(page, 'Always');
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expect.poll(() => told(page)).toHaveLength(1);
  const [notification] = await told(page);
  expect(notification?.title).toBe('Guide · Plan a README for this project');
  await expect(card).toContainText(notification?.body ?? 'nothing');
  await composer(page).focus();
  await pressNotification(page, 0);
  await expect(card.getByRole('radio').or(card.getByRole('checkbox')).first()).toBeFocused();
});

test('a notification leads from another chat to its card', async ({ parley }) => {
  await startNotifying(parley);
  const { page, workspaceDir } = parley;
  await choose(page, 'Always');
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expect.poll(() => told(page)).toHaveLength(1);
  await openFolder(page, join(workspaceDir, '..', 'other-place'));
  await pressNotification(page, 0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan a README for this project');
  await expect(card.getByRole('radio').or(card.getByRole('checkbox')).first()).toBeFocused();
});

test('by default a page that has the focus stays quiet, and Off is quiet always', async ({ parley }) => {
  await startNotifying(parley);
  const { page } = parley;
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await button(page, 'Stop').click();
  await choose(page, 'Off');
  await send(page, 'Plan a changelog for this project');
  await waitingCard(page);
  await button(page, 'Stop').click();
  await choose(page, 'Always');
  await send(page, 'Plan a guide for this project');
  await waitingCard(page);
  await expect.poll(() => told(page)).toHaveLength(1);
});

test('two pages tell of a question once, a reload tells of none', async ({ parley }) => {
  await startNotifying(parley);
  const { page, address } = parley;
  await choose(page, 'Always');
  const second = await page.context().newPage();
  parley.console.watch(second);
  await second.goto(address ?? '');
  await expect(composer(second)).toBeVisible();
  await keepNotifications(second);
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await waitingCard(second);
  const both = async () => [...(await told(page)), ...(await told(second))];
  await expect.poll(both).toHaveLength(1);
  await page.reload();
  await expect(cards(page)).toBeVisible();
  expect(await told(page)).toEqual([]);
  const before = (await told(second)).length;
  await button(second, 'Stop').click();
  await send(second, 'Plan a changelog for this project');
  await waitingCard(second);
  await expect.poll(both).toHaveLength(before + 1);
});

test('Settings ask the browser only when the button is pressed', async ({ parley: { page, address } }) => {
  test.skip(address === null, 'the desktop needs no permission');
  await expect(composer(page)).toBeVisible();
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => (permission = 'granted');
  });
  await page.reload();
  await openSettings(page, 'Notifications');
  const allow = button(page, 'Allow notifications in this browser');
  await expect(allow).toBeVisible();
  await expectAccessible(page, 'notifications in Settings');
  await allow.click();
  await expect(allow).toBeHidden();
});

test('a turn that finished is told with who worked where, if that is wished for', async ({ parley }) => {
  await startNotifying(parley);
  const { page, workspaceDir } = parley;
  // Without tests to run the guide answers at once.
  await rm(join(workspaceDir, 'package.json'));
  await openSettings(page, 'Notifications');
  const choice = page.getByRole('radiogroup', { name: 'When a turn finishes', exact: true });
  await choice.getByRole('radio', { name: 'Always', exact: true }).click();
  await expect(choice.getByRole('radio', { name: 'Always', exact: true })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Where should I start reading this project?');
  await expect
    .poll(() => told(page))
    .toMatchObject([{ title: 'Guide · Where should I start reading this project?', body: 'Finished' }]);
});
