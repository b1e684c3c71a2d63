import { readdir, rm } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import {
  button,
  cards,
  composer,
  conversation,
  listSection,
  waitingCard,
  folderField,
  untilAgentIs,
} from './support/chat.ts';
import { recentFolders, settingsHeading } from './support/pages.ts';
import { test } from './support/parley.ts';

test.use({ firstRun: true });

const guide = (page: Page) => button(page, 'Guide');

/** The card of the guide that is there to be tried. */
const trial = (page: Page) => page.getByRole('region', { name: 'Questions from Guide' });

test('one click lets the guide show itself, and it soon asks', async ({ parley: { page } }) => {
  await guide(page).click();
  await expect(conversation(page)).toContainText('Plan a README for this project');
  await expect(conversation(page)).toContainText('once you approve it, I make one small change');
  const card = await waitingCard(page);
  await expect(card.getByRole('radio').first()).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  // The head says where, though the turn began while that was looked up.
  const head = page.getByRole('main').locator('header').first();
  await expect(head.locator('p')).toBeVisible();
});

test('the keyboard alone gets to the first answer', async ({ parley: { page } }) => {
  const open = button(page, 'Open a folder');
  await expect(open).toBeFocused();
  // No ring before a key was pressed.
  await expect(open).toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Shift');
  await expect(open).toHaveCSS('outline-style', 'solid');
  await guide(page).focus();
  await page.keyboard.press('Enter');
  await waitingCard(page);
  await expect(composer(page)).toBeFocused();
});

test('the page names the folder the guide would begin with, and that it writes there once it may', async ({
  parley: { page, host },
}) => {
  const main = page.getByRole('main');
  const folder = host === 'browser' ? 'tiny-parser' : 'example-project';
  await expect(main).toContainText(`Asks about ${folder}, plans, and makes one small change.`);
});

test('a folder of your own is opened; one that is not there is said to be missing', async ({
  parley: { page, host, workspaceDir },
}) => {
  test.skip(host !== 'browser', 'a desktop asks in the dialog of the system');
  await button(page, 'Open a folder').click();
  const field = folderField(page);
  await expect(field).toBeFocused();
  await field.fill('/nowhere');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('There is no such folder.');
  await field.fill(workspaceDir);
  await field.press('Enter');
  await expect(composer(page)).toBeFocused();
});

test('the button stays where it is until the field for the folder has loaded', async ({
  parley: { page, host },
}) => {
  test.skip(host !== 'browser', 'a desktop asks in the dialog of the system');
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/folder-form/, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await page.reload();
  const open = button(page, 'Open a folder');
  await expect(open).toBeFocused();
  const place = await open.boundingBox();
  await open.click();
  await requested.promise;
  await page.evaluate(
    () => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))),
  );
  await expect(open).toBeFocused();
  expect(await open.boundingBox()).toEqual(place);
  released.resolve();
  await expect(folderField(page)).toBeFocused();
  await expect(open).toBeHidden();
});

test('nothing moves when the card of the guide arrives', async ({ parley: { page } }) => {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/guide-trial/, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await page.reload();
  await requested.promise;
  const places = async () => [
    await button(page, 'Open a folder').boundingBox(),
    await guide(page).boundingBox(),
  ];
  const before = await places();
  await expect(trial(page)).toBeHidden();
  released.resolve();
  await expect(trial(page)).toBeVisible();
  expect(await places()).toEqual(before);
});

test('a recent folder is one click away', async ({ parley: { page, host } }) => {
  test.skip(host !== 'browser', 'a desktop is started in no folder');
  const recent = await recentFolders(page);
  await expect(recent.getByRole('listitem')).toHaveCount(1);
  await recent.getByRole('button', { name: /^tiny-parser/ }).click();
  await expect(listSection(page, 'tiny-parser')).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test('where the folder is empty, an example project is offered', async ({ parley }) => {
  const { page, workspaceDir } = parley;
  test.skip(parley.host !== 'browser', 'a desktop offers the example anyway');
  await expect(guide(page)).toBeVisible();
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  for (const entry of await readdir(workspaceDir)) await rm(`${workspaceDir}/${entry}`, { recursive: true });
  await parley.start();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('example-project');
  await guide(page).click();
  await expect(conversation(page)).toContainText('bird-notes');
  await waitingCard(page);
});

test('a model by key leads to the models in Settings', async ({ parley: { page } }) => {
  await button(page, 'A model by key').click();
  await expect(settingsHeading(page, 'Models')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(button(page, 'A model by key')).toBeFocused();
});

test('the card of the guide can be tried, again and again, and no chat comes of it', async ({
  parley: { page },
}) => {
  const card = trial(page);
  await expect(card).toContainText('Who should the README of this project be written for?');
  await expect(card).not.toContainText('Or reply below');
  await expectAccessible(page, 'the first page');
  await card.getByRole('radio', { name: /^Contributors/ }).click();
  await card.getByRole('checkbox', { name: /^Quick start/ }).click();
  await button(card, 'Next').click();
  await button(card, 'Submit answers').click();
  await expect(card).toContainText('Contributors');
  const done = page.getByRole('status').filter({ hasText: 'Nothing was sent.' });
  await expect(done).toBeVisible();
  await button(page, 'Try again').click();
  await expect(done).toBeHidden();
  await button(card, 'Dismiss').click();
  await button(card, 'Dismiss questions').click();
  await expect(card).toContainText('Dismissed');
  await page.reload();
  await expect(card).toContainText('0 of 2 answered');
  await expect(button(page, 'Open a folder')).toBeVisible();
});

test.describe('with a model connected', () => {
  test.use({ env: { PARLEY_AGENT: 'anthropic/claude-test', ANTHROPIC_API_KEY: 'sk-test-key' } });

  test('the first page leads to a folder for it', async ({ parley: { page, host } }) => {
    test.skip(host !== 'browser', 'a desktop asks in the dialog of the system');
    await button(page, 'Open a folder').click();
    await folderField(page).press('Enter');
    await expect(composer(page)).toBeFocused();
    await untilAgentIs(page, 'Claude · claude-test');
  });
});
