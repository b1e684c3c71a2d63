import { dirname } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation, send, untilAgentIs, waitingCard } from './support/chat.ts';
import { chooseClaude, claudeForm, key, openClaude, rowOf, setUpClaude } from './support/claude-by-key.ts';
import { openSettings, settingsHeading, settingsParts } from './support/pages.ts';
import { say } from './support/provider.ts';
import { test } from './support/provider-proxy.ts';

test('a key is tried as soon as it is entered, and it is said what is wrong with it, or right', async ({
  parley: { page },
  wire,
}) => {
  const form = await openClaude(page);
  await expect(rowOf(page, 'Claude')).toContainText('No key yet');
  await form.getByLabel('Address').fill(wire.url);
  await form.getByLabel('Key', { exact: true }).fill('sk-wrong');
  wire.answerAt('/v1/models', { status: 401, body: { error: { type: 'authentication_error' } } });
  await form.getByLabel('Key', { exact: true }).press('Enter');
  await expect(form.getByRole('alert')).toHaveText(
    'Claude does not accept the key. Check the key for Claude.',
  );
  await expect(rowOf(page, 'Claude')).toContainText('Key refused');
  await expect(form.getByRole('figure', { name: 'What came back' })).toContainText('401');
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  await expectAccessible(page, 'a refused key');
  await form.getByLabel('Address').fill('http://127.0.0.1:1');
  await form.getByLabel('Address').press('Enter');
  await expect(form.getByRole('alert')).toContainText('Claude could not be reached.');
  await expect(rowOf(page, 'Claude')).toContainText('Not reached');
  await expect(rowOf(page, 'Ollama')).toContainText('Not running');
  await form.getByLabel('Address').fill(wire.url);
  wire.answerAt('/v1/models', { status: 200, body: { data: [{ id: 'claude-test' }] } });
  await form.getByLabel('Address').blur();
  await expect(form.getByRole('status')).toHaveText('It works, and has 1 model.');
  await button(form, 'Try').click();
  await expect(form.getByRole('status')).toHaveText('It works, and has 1 model.');
});

test('a key is stored, never shown again, and can be removed', async ({ parley: { page, host }, wire }) => {
  await setUpClaude(page, wire);
  const form = await openClaude(page);
  await expect(rowOf(page, 'Claude')).toContainText('Works · 2 models');
  await expect(form.getByLabel('Key', { exact: true })).toHaveValue('');
  expect(await page.content()).not.toContain(key);
  const where = host === 'browser' ? 'Stored as plain text in' : 'Encrypted by';
  await expect(form).toContainText(where);
  await button(form, 'Remove key').click();
  await expect(rowOf(page, 'Claude')).toContainText('No key yet');
  await button(form, 'Undo removing the key').click();
  await expect(rowOf(page, 'Claude')).toContainText('Works · 2 models');
  expect(wire.lists.at(-1)?.headers['x-api-key']).toBe(key);
});

test('Add key opens a provider at its key', async ({ parley: { page } }) => {
  await openSettings(page, 'Models');
  await button(rowOf(page, 'Claude'), 'Add key').click();
  await expect(claudeForm(page).getByLabel('Key', { exact: true })).toBeFocused();
});

test('a chat is given to another agent, which answers, and its tokens are counted', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  await untilAgentIs(page, 'Claude · claude-small-test');
  claude.reply(say('Here I am.'));
  await send(page, 'Who are you?');
  await expect(conversation(page)).toContainText('Here I am.');
  await expect(page.getByRole('img', { name: /30 tokens in this chat/ })).toBeVisible();
  const asked = wire.requests.find(({ method }) => method === 'POST');
  expect(asked?.headers['x-api-key']).toBe(key);
  expect(asked?.body).toContain('"model":"claude-small-test"');
  await page.reload();
  await expect(page.getByRole('img', { name: /30 tokens in this chat/ })).toBeVisible();
});

test('an overloaded provider is waited for with a countdown, which Stop ends and Retry now cuts short', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  const overloaded = (seconds: string) => ({
    type: 'status' as const,
    status: 529,
    error: 'overloaded_error',
    headers: { 'retry-after': seconds },
  });
  claude.reply(overloaded('60'));
  await send(page, 'Go');
  const problem = conversation(page).getByRole('group', { name: 'Problem' });
  await expect(problem).toContainText('Claude is overloaded just now');
  const countdown = problem.getByText(/^Retrying in \d+\s?s\. Your message is kept\.$/);
  const first = await countdown.textContent();
  await expect(countdown).not.toHaveText(first ?? '');
  await button(problem, 'Stop').click();
  await expect(countdown).toBeHidden();
  claude.reply(overloaded('60'), say('Now I have time.'));
  await button(problem, 'Resume').click();
  await button(problem, 'Retry now').click();
  await expect(conversation(page)).toContainText('Now I have time.');
});

test('new chats start with the chosen model', async ({ parley: { page, workspaceDir }, wire }) => {
  await setUpClaude(page, wire);
  await openSettings(page, 'Models');
  await page.getByRole('combobox', { name: 'Start with', exact: true }).selectOption({ label: 'Claude' });
  const model = page.getByRole('combobox', { name: 'Model', exact: true });
  await expect(page.getByText('It has 2 models.')).toBeVisible();
  await model.focus();
  await model.selectOption('claude-small-test');
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  await expect(model).toBeFocused();
  await page.keyboard.press('Escape');
  await button(page, 'Open a folder').click();
  await page.getByLabel('Folder', { exact: true }).fill(dirname(workspaceDir));
  await button(page, 'Open folder').click();
  await untilAgentIs(page, 'Claude · claude-small-test');
});

test.describe('where nobody was chosen for new chats', () => {
  test.use({ alone: true });

  test('a model that was connected in Settings works in new chats, and in the one in which nothing was said', async ({
    parley: { page },
    wire,
  }) => {
    await untilAgentIs(page, 'Guide · Built-in guide');
    const form = await openClaude(page);
    await form.getByLabel('Address').fill(wire.url);
    wire.answerAt('/v1/models', { status: 503, body: '' });
    await form.getByLabel('Key', { exact: true }).fill(key);
    await button(form, 'Add key').click();
    await expect(form.getByRole('alert')).toContainText('Claude is overloaded just now.');
    wire.answerAt('/v1/models', { status: 200, body: { data: [{ id: 'claude-large-test' }] } });
    await button(form, 'Try').click();
    await expect(form.getByRole('status')).toHaveText('It works, and has 1 model.');
    await page.keyboard.press('Escape');
    await button(page, 'New chat').click();
    await untilAgentIs(page, 'Claude · claude-large-test');
  });

  test('what was found of a provider is said, and a chat is started with one of its models', async ({
    parley: { page },
    wire,
  }) => {
    const list = [
      { id: 'claude-large-test', max_input_tokens: 1_000_000, max_tokens: 64_000 },
      { id: 'claude-small-test', max_input_tokens: 200_000, max_tokens: 64_000 },
    ].map((model) => ({ ...model, capabilities: { image_input: { supported: true } } }));
    wire.answerAt('/v1/models', { status: 200, body: { data: list } });
    const form = await openClaude(page);
    await form.getByLabel('Address').fill(wire.url);
    await form.getByLabel('Key', { exact: true }).fill(key);
    await button(form, 'Add key').click();
    await expect(form).toContainText('200,000 to 1,000,000 tokens');
    await expect(form).toContainText('All models');
    const model = form.getByRole('combobox', { name: 'Model of Claude', exact: true });
    await expect(model).toHaveValue('claude-large-test');
    await expect(form).toContainText('New chats start with this model.');
    await expectAccessible(page, 'a provider that works');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await model.selectOption('claude-small-test');
    await button(form, 'Start a chat').click();
    await untilAgentIs(page, 'Claude · claude-small-test');
  });
});

test('a gateway gets its own headers and query with every request, and secret ones are never shown', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await setUpClaude(page, wire);
  const form = await openClaude(page);
  await button(form, 'Headers and query').click();
  const fields = form.getByRole('group', { name: 'New header or query', exact: true });
  await fields.getByLabel('Name').fill('X-Team:');
  await fields.getByLabel('Value').fill('secret-of-the-team');
  await fields.getByLabel('Value').press('Enter');
  await expect(form.getByRole('alert')).toContainText('Enter it without a colon.');
  await fields.getByLabel('Name').fill('X-Team');
  await button(fields, 'Add').click();
  await expect(form.getByRole('list', { name: 'Headers and query of Claude' })).toContainText('X-Team: ••••');
  await fields.getByLabel('Where').selectOption({ label: 'Query' });
  await fields.getByLabel('Name').fill('api-version');
  await fields.getByLabel('Value').fill('2026-01-01');
  await fields.getByLabel('Value').press('Enter');
  await expect(form.getByRole('list', { name: 'Headers and query of Claude' })).toContainText(
    'api-version: 2026-01-01',
  );
  expect(await page.content()).not.toContain('secret-of-the-team');
  await expect(rowOf(page, 'Claude')).toContainText('Key stored, not tried');
  await expectAccessible(page, 'headers and query');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await chooseClaude(page);
  claude.reply(say('By the gateway.'));
  await send(page, 'Who are you?');
  await expect(conversation(page)).toContainText('By the gateway.');
  const asked = wire.requests.find(({ method }) => method === 'POST');
  expect(asked?.headers['x-team']).toBe('secret-of-the-team');
  expect(asked?.path).toContain('api-version=2026-01-01');
  await openSettings(page, 'Models');
  await expect(rowOf(page, 'Claude')).toContainText('Works');
  await button(page, 'Claude').click();
  await button(claudeForm(page), 'Remove X-Team').click();
  await expect(claudeForm(page)).not.toContainText('X-Team');
});

test('a web page in place of a list is named', async ({ parley: { page }, wire }) => {
  const body = '<!doctype html><title>Sign in to Hotel Wi-Fi</title>';
  wire.answerAt('/v1/models', { status: 200, body });
  const form = await openClaude(page);
  await form.getByLabel('Address').fill(wire.url);
  await form.getByLabel('Key', { exact: true }).fill(key);
  await button(form, 'Add key').click();
  await expect(form.getByRole('alert')).toContainText('The address of Claude answers with a web page.');
  await expect(form.getByRole('figure')).toContainText('“Sign in to Hotel Wi-Fi”, a web page of 1 kB');
  await expect(rowOf(page, 'Claude')).toContainText('Does not work');
  await expectAccessible(page, 'a provider that fails');
});

test('Start with takes a model of the provider as soon as that is chosen', async ({
  parley: { page },
  wire,
}) => {
  await setUpClaude(page, wire);
  await openSettings(page, 'Models');
  const startWith = page.getByRole('combobox', { name: 'Start with', exact: true });
  await startWith.selectOption({ label: 'Built-in guide' });
  await startWith.selectOption({ label: 'Claude' });
  await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('claude-large-test');
  await page.keyboard.press('Escape');
  await button(page, 'New chat').click();
  await untilAgentIs(page, 'Claude · claude-large-test');
});

test('Settings fit a narrow window and work with the keyboard alone', async ({ parley: { page }, wire }) => {
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'Models');
  await button(page, 'Claude').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(wire.url);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('sk-typed');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Claude')).toContainText('Works · 2 models');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'Settings, narrow');
  await button(page, 'All settings').click();
  await expect(settingsParts(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'the parts of Settings, narrow');
  await page.keyboard.press('Escape');
  await expect(settingsParts(page)).toBeHidden();
});

test('settings are found by their words in every part, and an empty search says so', async ({
  parley: { page },
}) => {
  await button(page, 'Settings').click();
  await expect(page.getByRole('searchbox', { name: 'Search settings', exact: true })).toBeFocused();
  await page.keyboard.type('dark');
  const found = page.getByRole('main');
  await expect(found.getByRole('radiogroup', { name: 'Theme', exact: true })).toBeVisible();
  await expect(found.getByRole('listitem')).toHaveCount(1);
  await found.getByRole('radio', { name: 'Dark', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('searchbox', { name: 'Search settings', exact: true }).fill('qqqq');
  await expect(found).toContainText('Nothing matches “qqqq”.');
  await button(page, 'Show all settings').click();
  await expect(settingsHeading(page, 'General')).toBeVisible();
});

test('what waits stays in sight beside Settings, and leads to its chat', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await openSettings(page, 'Data');
  await expect(card).toBeHidden();
  await button(page, '1 thing needs you').click();
  await expect(settingsParts(page)).toBeHidden();
  await expect(card).toBeInViewport();
});
