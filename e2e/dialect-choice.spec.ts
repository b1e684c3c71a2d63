import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, send, untilIdle } from './support/chat.ts';
import { openSettings, settingsParts } from './support/pages.ts';
import type { AnthropicServer } from '../test/main/agents/model/anthropic-server.ts';
import { bodyOf, test, toolNames } from './support/provider.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Question format', exact: true });

/** Sends a message, and gives the tools that the model was offered with it. */
async function offeredWith(page: Page, provider: AnthropicServer, text: string): Promise<string[]> {
  const paths = () => provider.requests.map(({ path }) => path);
  const before = paths().lastIndexOf('/v1/messages');
  await send(page, text);
  await expect.poll(() => paths().lastIndexOf('/v1/messages')).toBeGreaterThan(before);
  await untilIdle(page);
  return toolNames(await bodyOf(provider, paths().lastIndexOf('/v1/messages')));
}

async function openDeveloper(page: Page): Promise<void> {
  await openSettings(page, 'Developer');
  await expect(field(page)).toBeVisible();
}

test('the next request asks by the tool that was chosen, also after a restart', async ({
  parley,
  provider,
}) => {
  expect(await offeredWith(parley.page, provider, 'First')).toContain('ask_user_question');

  await openDeveloper(parley.page);
  await expect(field(parley.page).locator('option')).toHaveText([
    'Automatic',
    'Claude Code and Mux (ask_user_question)',
    'Oh My Pi (ask)',
    'Gemini CLI (ask_user)',
    'Agent shell (AskUserQuestion command)',
  ]);
  await field(parley.page).selectOption({ label: 'Gemini CLI (ask_user)' });
  await parley.page.keyboard.press('Escape');
  const second = await offeredWith(parley.page, provider, 'Second');
  expect(second).toContain('ask_user');
  expect(second).not.toContain('ask_user_question');

  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  await parley.start();
  await expect(composer(parley.page)).toBeVisible();
  expect(await offeredWith(parley.page, provider, 'Third')).toContain('ask_user');
  await openDeveloper(parley.page);
  await expect(field(parley.page)).toHaveValue('ask_user');
  await field(parley.page).selectOption({ label: 'Automatic' });
  await parley.page.keyboard.press('Escape');
  expect(await offeredWith(parley.page, provider, 'Fourth')).toContain('ask_user_question');
});

test('it is chosen with the keyboard alone, without a barrier, in a narrow window too', async ({
  parley: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDeveloperByKeys(page);
  await expectNoSidewaysScroll(page);
  await tabTo(page, field(page));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveValue('ask');
  await expect(field(page)).toBeFocused();
  await page.reload();
  await openDeveloperByKeys(page);
  await expect(field(page), 'two keys in a row, and the second counts').toHaveValue('ask');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
});

async function openDeveloperByKeys(page: Page): Promise<void> {
  await expect(composer(page)).toBeVisible();
  await page.keyboard.press('Control+Alt+Comma');
  const developer = button(settingsParts(page), 'Developer');
  await expect(developer).toBeVisible();
  await tabTo(page, developer);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeVisible();
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 20 && !(await isFocused()); step += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
