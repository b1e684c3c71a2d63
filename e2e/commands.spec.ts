import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, folderField, listSection, send, waitingCard } from './support/chat.ts';
import { settingsHeading, settingsParts } from './support/pages.ts';
import { type Parley, test } from './support/parley.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true });
const search = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
const options = (page: Page) => palette(page).getByRole('option');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const openIn = (page: Page, folder: string) => listSection(page, folder).locator('[aria-current=page]');

async function openPalette({ page, host }: Parley): Promise<void> {
  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await expect(search(page)).toBeFocused();
}

async function addWorkspace({ page, host, workspaceDir }: Parley, name: string): Promise<void> {
  const folder = join(workspaceDir, '..', name);
  await mkdir(folder);
  await page.keyboard.press(shortcutKeys(host, 'new-workspace'));
  await folderField(page).fill(folder);
  await button(page, 'Open folder').click();
  await expect(listSection(page, name).locator('[aria-current=page]')).toBeVisible();
}

test.beforeEach(async ({ parley: { page } }) => {
  await expect(composer(page)).toBeFocused();
});

test('the palette finds a command by a few letters, shows its shortcut and runs it', async ({ parley }) => {
  const { page, host } = parley;
  await openPalette(parley);
  await page.keyboard.type('settngs');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(options(page).first()).toContainText('Settings');
  await expect(options(page).first()).toContainText(host === 'browser' ? 'Ctrl+Alt+,' : 'Ctrl+,');
  await page.keyboard.press('Enter');
  await expect(settingsParts(page)).toBeVisible();
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
});

test('the palette lists waiting workspaces first and goes to the chosen one', async ({ parley }) => {
  const { page } = parley;
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await addWorkspace(parley, 'north');
  await openPalette(parley);
  await expect(options(page).first()).toContainText('Plan a README for this project');
  await expect(options(page).first()).toContainText('Needs you');
  await page.keyboard.type('north');
  await expect(options(page).first()).toContainText('north');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await openPalette(parley);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Plan a README for this project')).toBeVisible();
  await waitingCard(page);
});

test('what is typed right behind the shortcut goes into the search, also before its code is there', async ({
  parley: { page, host },
}) => {
  test.skip(host !== 'browser', 'only a browser fetches the page over a connection');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/palette-results/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await page.keyboard.type('settings');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('');
  await expect(search(page)).toHaveValue('settings');
  letGo();
  await expect(settingsParts(page)).toBeVisible();
});

test('a message found in another chat is shown with its words marked, and the search leads on', async ({
  parley,
}) => {
  const { page } = parley;
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await addWorkspace(parley, 'north');
  await openPalette(parley);
  await page.keyboard.type('Plan a README for');
  await options(page)
    .filter({ hasText: /project.*Plan a README/ })
    .first()
    .click();
  await expect(page.getByRole('log')).toContainText('Plan a README for this project');
  const field = page.getByRole('textbox', { name: 'Find in this chat', exact: true });
  await expect(field).toHaveValue('Plan a README for');
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found-here')?.size)).toBe(1);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  expect(await page.evaluate(() => CSS.highlights.has('found-here'))).toBe(false);
});

test('the arrows go round in the palette, and its own key closes it', async ({ parley }) => {
  const { page, host } = parley;
  await openPalette(parley);
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(options(page).last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('zzzz');
  await expect(options(page)).toHaveCount(0);
  await expect(palette(page)).toContainText('Nothing found.');
  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await expect(palette(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
});

test('shortcuts work while a message is written, and leave it as it is', async ({ parley }) => {
  const { page, host } = parley;
  await addWorkspace(parley, 'north');
  await page.keyboard.type('half a thought');
  await page.keyboard.press(shortcutKeys(host, 'workspace-2'));
  await expect(openIn(page, 'tiny-parser')).toBeVisible();
  await page.keyboard.press(shortcutKeys(host, 'workspace-1'));
  await expect(composer(page)).toHaveValue('half a thought');
  await page.keyboard.press(shortcutKeys(host, 'workspace-9'));
  await expect(openIn(page, 'north')).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test('a shortcut does nothing behind an open dialog', async ({ parley: { page, host } }) => {
  await page.keyboard.press(shortcutKeys(host, 'new-workspace'));
  await expect(page.getByRole('dialog', { name: 'Open a folder', exact: true })).toBeVisible();
  await page.keyboard.press(shortcutKeys(host, 'settings'));
  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(settingsParts(page)).toBeHidden();
});

test('Stop by shortcut asks before typed answers are thrown away', async ({ parley: { page, host } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await card.getByRole('radio').first().click();
  await page.keyboard.press(shortcutKeys(host, 'stop'));
  await expect(button(page, 'Stop anyway')).toBeVisible();
  await button(page, 'Keep answering').click();
  await card.getByRole('tab').last().focus();
  await page.keyboard.press(shortcutKeys(host, 'focus-composer'));
  await expect(composer(page)).toBeFocused();
});

test('the sidebar hides and comes back by shortcut and by its button', async ({ parley: { page, host } }) => {
  const sidebar = page.getByRole('navigation', { name: 'Chats', exact: true });
  await page.keyboard.press(shortcutKeys(host, 'toggle-sidebar'));
  await expect(sidebar).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await expectAccessible(page, 'the sidebar is hidden');
  await button(page, 'Show sidebar').click();
  await expect(sidebar).toBeVisible();
  await expect(sidebar.locator('[aria-current=page]')).toBeFocused();
  await page.keyboard.press(shortcutKeys(host, 'toggle-sidebar'));
  await expect(composer(page)).toBeFocused();
});

test('the list of shortcuts and About are complete and without barriers, at 360 px too', async ({
  parley: { page, host, dataDir },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press(shortcutKeys(host, 'shortcuts'));
  const shown = page.getByRole('main');
  await expect(settingsHeading(page, 'Keyboard')).toBeVisible();
  await expect(shown).toContainText('Open a folder');
  await expect(shown).toContainText('New chat');
  await expect(shown).toContainText(host === 'browser' ? 'Ctrl+Alt+1–9' : 'Ctrl+1–9');
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await expectNoSidewaysScroll(page);
  await page.keyboard.type('about');
  await page.keyboard.press('Enter');
  await expect(settingsHeading(page, 'About')).toBeVisible();
  const about = page.getByRole('main');
  await expect(about).toContainText(host === 'browser' ? 'Browser' : 'Desktop window');
  await expect(about).toContainText('MIT licence');
  await button(about, 'Licences').click();
  await expect(about).toContainText('react-dom');
  await expectNoSidewaysScroll(page);
  await button(page, 'All settings').click();
  await button(settingsParts(page), 'Data').click();
  await expect(page.getByRole('main')).toContainText(dataDir);
  await expectNoSidewaysScroll(page);
});

test('the palette opens also right behind the Escape that closes a dialog', async ({
  parley: { page, host },
}) => {
  await expect(composer(page)).toBeVisible();
  await page.keyboard.press(shortcutKeys(host, 'new-workspace'));
  const shown = page.getByRole('dialog', { name: 'Open a folder', exact: true });
  await expect(shown).toBeVisible();
  // What a browser does for an Escape, with the next key before it tells that the dialog has closed.
  await shown.evaluate((dialog: HTMLDialogElement) => {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    dialog.close();
    const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
  });
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('about');
  await expect(search(page)).toHaveValue('about');
});
