import { expect, type Page } from '@playwright/test';
import { expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { composer, send, untilIdle } from './support/chat.ts';
import { bodyOf, say, test, toolNames } from './support/provider.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Who works in this chat', exact: true });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Asks by', exact: true });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Agent: / }).click();
  await expect(field(page)).toBeVisible();
}

test('the next request asks by the tool that was chosen, also after a restart', async ({
  parley,
  provider,
}) => {
  provider.reply(say('One.'), say('Two.'), say('Three.'), say('Four.'));
  await send(parley.page, 'First');
  await untilIdle(parley.page);
  expect(toolNames(await bodyOf(provider, 0))).toContain('ask_user_question');

  await openDialog(parley.page);
  await expect(field(parley.page).locator('option')).toHaveText([
    'What fits the agent',
    'Claude Code and Mux (ask_user_question)',
    'Oh My Pi (ask)',
    'Gemini CLI (ask_user)',
    'Agent shell (AskUserQuestion command)',
  ]);
  await field(parley.page).selectOption({ label: 'Gemini CLI (ask_user)' });
  await parley.page.keyboard.press('Escape');
  await send(parley.page, 'Second');
  await untilIdle(parley.page);
  const second = toolNames(await bodyOf(provider, 1));
  expect(second).toContain('ask_user');
  expect(second).not.toContain('ask_user_question');

  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  await parley.start();
  await expect(composer(parley.page)).toBeVisible();
  await send(parley.page, 'Third');
  await untilIdle(parley.page);
  expect(toolNames(await bodyOf(provider, 2))).toContain('ask_user');
  await openDialog(parley.page);
  await expect(field(parley.page)).toHaveValue('ask_user');
  await field(parley.page).selectOption({ label: 'What fits the agent' });
  await parley.page.keyboard.press('Escape');
  await send(parley.page, 'Fourth');
  await untilIdle(parley.page);
  expect(toolNames(await bodyOf(provider, 3))).toContain('ask_user_question');
});

test('it is chosen with the keyboard alone, without a barrier, in a narrow window too', async ({
  parley: { page },
}) => {
  await expect(composer(page)).toBeVisible();
  await page.getByRole('button', { name: /^Agent: / }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeVisible();
  await expectFlawless(page, 'who works in this chat');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectFlawless(page, 'who works in this chat, narrow');
  for (let step = 0; step < 20 && !(await isFocused(page)); step += 1) await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveValue('ask');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Agent: / })).toBeFocused();
});

const isFocused = (page: Page) => field(page).evaluate((select) => select === document.activeElement);
