import { dirname } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation } from './support/chat.ts';
import { test as base } from './support/provider-proxy.ts';

/** A Parley whose Claude lacks nothing but a key. */
const test = base.extend({
  env: async ({ wire }, use) => use({ ANTHROPIC_BASE_URL: wire.url }),
});

const picker = (page: Page) => page.getByRole('dialog', { name: 'Who works in this chat', exact: true });
const agentButton = (page: Page) => page.getByRole('button', { name: /^Agent: / });
const option = (page: Page, name: string) => picker(page).getByRole('option', { name });

/** Connects Claude in the picker. */
async function connect(page: Page): Promise<void> {
  await agentButton(page).click();
  await page.getByRole('button', { name: 'Claude Add a key' }).click();
  await page.getByLabel('Key for Claude').fill('sk-ant-of-the-test');
  await page.keyboard.press('Enter');
  // What the provider offers is listed above, and moves the button.
  await expect(option(page, 'claude-small-test')).toBeVisible();
  await button(picker(page), 'Use claude-large-test here and for new chats').click();
  await expect(picker(page)).toBeHidden();
}

test('a provider is connected where it is chosen, for this chat and new ones', async ({
  parley: { page, workspaceDir },
}) => {
  await connect(page);
  await expect(button(page, 'Agent: Claude · claude-large-test')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await button(page, 'Open a folder').click();
  await page.getByLabel('Folder', { exact: true }).fill(dirname(workspaceDir));
  await button(page, 'Open folder').click();
  await expect(button(page, 'Agent: Claude · claude-large-test')).toBeVisible();
});

test('a key that is refused says so beside its field', async ({ parley: { page }, wire }) => {
  wire.answerAt('/v1/models', { status: 401, body: { error: { type: 'authentication_error' } } });
  await agentButton(page).click();
  await page.getByRole('button', { name: 'Claude Add a key' }).click();
  await expect(page.getByLabel('Key for Claude')).toBeFocused();
  await page.keyboard.type('sk-wrong');
  await page.keyboard.press('Enter');
  await expect(picker(page).getByRole('alert')).toContainText('Claude does not accept the key.');
  await expectAccessible(page, 'a refused key in the picker');
});

test('the model is switched with two clicks', async ({ parley: { page } }) => {
  await connect(page);
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0';
    const count = () => Number(document.documentElement.dataset['clicks']);
    addEventListener('click', () => (document.documentElement.dataset['clicks'] = `${count() + 1}`), true);
  });
  await agentButton(page).click();
  await option(page, 'claude-small-test').click();
  await expect(button(page, 'Agent: Claude · claude-small-test')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-clicks', '2');
});

test('it is searched and chosen by keys, and Escape leads back', async ({ parley: { page } }) => {
  await connect(page);
  await agentButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Find a model or an agent', exact: true })).toBeFocused();
  await expect(option(page, 'claude-large-test')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(picker(page), 'another window has another place for it').toBeHidden();
  await agentButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(option(page, 'claude-large-test')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectFlawless(page, 'the picker, narrow');
  await page.keyboard.press('Escape');
  await expect(picker(page)).toBeHidden();
  await expect(agentButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('guide');
  await expect(picker(page).getByRole('listbox').getByRole('option')).toHaveText(['Built-in guide']);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Agent: Guide · Built-in guide')).toBeVisible();
  await expect(composer(page)).toBeFocused();
});

test('how much a model thinks is chosen beside it, for the next request on', async ({
  parley: { page },
  claude,
}) => {
  await agentButton(page).click();
  await expect(picker(page).getByRole('radiogroup', { name: 'Thinking', exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await connect(page);
  await agentButton(page).click();
  const level = (name: string) => picker(page).getByRole('radio', { name, exact: true });
  await expect(level('Off')).toBeChecked();
  await level('High').click();
  await expect(level('High')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Agent: Claude · claude-large-test · high thinking')).toBeVisible();
  await page.reload();
  claude.reply({ type: 'answer', blocks: [{ type: 'text', text: 'Thought through.' }] });
  await composer(page).fill('Go');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Thought through.');
  expect((await claude.request(0)).body).toMatchObject({
    thinking: { type: 'adaptive' },
    output_config: { effort: 'high' },
  });
  await agentButton(page).click();
  await level('Off').click();
  await expect(button(page, 'Agent: Claude · claude-large-test')).toBeVisible();
});

test('the choice stands wholly in a window of any size, and closes when that changes', async ({
  parley: { page },
}) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 420, height: 700 },
    { width: 1100, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await expect(picker(page)).toBeHidden();
    await agentButton(page).click();
    await expect(picker(page)).toBeInViewport({ ratio: 1 });
    await expect(option(page, 'Built-in guide')).toBeVisible();
  }
});
