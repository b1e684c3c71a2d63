import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { withClaudeLikeAgent } from '../test/main/agents/external/external-chat.ts';
import { expectAccessible } from './support/accessibility.ts';
import { button, conversation, send, untilSaid } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { test as base } from './support/parley.ts';

/** A Parley whose agent wants its person to sign in before it answers. */
const test = base.extend({
  env: async ({ hostName: _ }, use) => use({ PARLEY_AGENT: 'acp/claude' }),
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      withClaudeLikeAgent(dataDir, { SIGNED_IN: join(dataDir, 'signed-in') });
    }),
});

const terminal = (page: Page): Locator =>
  page.getByRole('group', { name: 'Terminal: Claude Code' }).filter({ visible: true });
const screen = (page: Page): Locator => terminal(page).locator('.xterm-rows');
const input = (page: Page): Locator => page.getByRole('textbox', { name: /^Terminal of Claude Code/ });

/**
 * Presses a text in the terminal, whose rows let the mouse through to what is over them. A link is pressed once the
 * terminal has noticed it under the pointer.
 */
async function pressText(page: Page, text: string, { isLink = false } = {}): Promise<void> {
  const place = async () =>
    (await screen(page).getByText(text).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await expect.poll(async () => (await place()).width).toBeGreaterThan(0);
  const { x, y, width, height } = await place();
  await page.mouse.move(x + width / 3, y + height / 2);
  if (isLink) await expect(terminal(page).locator('.xterm-cursor-pointer')).toBeVisible();
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Opens it by the keyboard and gives the name, up to the question for the code. */
async function atCode(page: Page): Promise<void> {
  await button(page, 'Open a terminal: Log in in a terminal').focus();
  await page.keyboard.press('Enter');
  await expect(screen(page)).toContainText('Name:');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('Ada');
  await expect(screen(page)).toContainText('Name: Ada');
  await page.keyboard.press('Enter');
  await expect(screen(page)).toContainText('Hello Ada');
  await expect(screen(page)).toContainText('Code:');
  await expect(terminal(page)).toBeInViewport({ ratio: 0.97 });
}

test('a login in a terminal is typed in the chat, and the message that waited goes on by itself', async ({
  parley: { page },
}) => {
  await send(page, 'Hello');
  await atCode(page);
  await expect(button(terminal(page), 'Open https://login.example/device?code=ABCD-EFGH')).toBeVisible();
  await expectAccessible(page, 'a terminal');
  await page.keyboard.type('wrong\n');
  await expect(terminal(page)).toContainText('exit code 3');
  await button(terminal(page), 'Try again').click();
  await expect(screen(page)).toContainText('Name:');
  await page.keyboard.type('Ada\n');
  await expect(screen(page)).toContainText('Code:');
  await page.keyboard.type('right\n');
  await untilSaid(page, 'Heard: Hello');
  await expect(conversation(page).getByText('Heard: Hello')).toBeInViewport();
});

test('the keyboard leaves a terminal by F6, and all other keys are the program’s', async ({
  parley: { page },
}) => {
  await send(page, 'Hello');
  await atCode(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.type('x\n');
  await expect(screen(page)).toContainText(String.raw`Unknown: "\u001b\tx"`);
  await page.keyboard.press('F6');
  await expect(input(page)).not.toBeFocused();
  await expect(terminal(page).locator(':focus')).toHaveText(/^Open https/);
  await page.keyboard.press('Shift+Tab');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(button(terminal(page), 'Close the terminal')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(terminal(page)).toHaveCount(0);
  await expect(button(page, 'Open a terminal: Log in in a terminal')).toBeFocused();
});

test('nothing that a program writes reaches out of its terminal', async ({ parley: { page, host } }) => {
  // Only a browser lets a test read the clipboard.
  const copied = () => (host === 'browser' ? page.evaluate(() => navigator.clipboard.readText()) : 'mine');
  if (host === 'browser') await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  let opened = 0;
  page.context().on('page', () => (opened += 1));
  await send(page, 'Hello');
  await atCode(page);
  const paper = terminal(page).locator('.xterm-scrollable-element');
  const background = () => paper.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await background();
  await page.keyboard.type('hostile\n');
  await expect(screen(page)).toContainText('still here');
  await page.keyboard.type('size\n');
  await expect(screen(page)).toContainText(/\d+ x \d+/);
  expect(await page.title()).toBe('Hello – Parley');
  expect(await copied()).toBe('mine');
  expect(await background()).toBe(before);
  await pressText(page, 'https://good.example/', { isLink: true });
  await expect(button(terminal(page), 'Open https://evil.example/')).toBeVisible();
  await pressText(page, 'run me');
  expect(opened).toBe(0);
});

test('signed in from Settings, the agent is ready there', async ({ parley: { page } }) => {
  await send(page, 'Hello');
  await expect(page.getByRole('group', { name: 'Problem' })).toContainText('auth login');
  await openSettings(page, 'Agents');
  await expect(page.getByText('Not signed in')).toBeVisible();
  await page
    .getByRole('button', { name: /^Claude Code/ })
    .first()
    .click();
  await atCode(page);
  await page.keyboard.type('right\n');
  await expect(terminal(page)).toContainText('ended without an error');
  await expect(page.getByText('Not signed in')).toHaveCount(0);
});
