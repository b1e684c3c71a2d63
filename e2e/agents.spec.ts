import { expect, type Page } from '@playwright/test';
import { type AnthropicServer, startAnthropicServer } from '../src/main/testing/anthropic-server.ts';
import { type ProviderProxy, startProviderProxy } from '../src/main/testing/provider-proxy.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation, send } from './support/chat.ts';
import { test as base } from './support/parley.ts';
import { say } from './support/provider.ts';

const key = 'sk-ant-of-the-test';

/** A Parley without any provider set up, and a local server that speaks Anthropic's protocol. */
const test = base.extend<{ claude: AnthropicServer; wire: ProviderProxy }>({
  claude: async ({ hostName: _ }, use) => {
    const server = await startAnthropicServer();
    await use(server);
    await server.close();
  },
  wire: async ({ claude }, use) => {
    const proxy = await startProviderProxy(claude.url);
    const models = { data: [{ id: 'claude-large-test' }, { id: 'claude-small-test' }] };
    proxy.answerAt('/v1/models', { status: 200, body: models });
    await use(proxy);
    await proxy.close();
  },
});

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings', exact: true });

/** Opens Settings at Claude's key and address. */
async function openClaude(page: Page) {
  await button(page, 'Settings').click();
  await settings(page).locator('summary', { hasText: 'Claude' }).click();
  return settings(page).getByRole('form', { name: 'Claude', exact: true });
}

async function setUpClaude(page: Page, wire: ProviderProxy): Promise<void> {
  const form = await openClaude(page);
  await form.getByLabel('Key').fill(key);
  await form.getByLabel('Address').fill(wire.url);
  await button(form, 'Save').click();
  await expect(form.getByText('Saved. You can choose Claude')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function chooseClaude(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Agent: / }).click();
  const dialog = page.getByRole('dialog', { name: 'Who works in this chat', exact: true });
  await dialog.getByLabel('Agent', { exact: true }).selectOption({ label: 'Claude' });
  await expect(dialog.getByText('It has 2 models.')).toBeVisible();
  await dialog.getByLabel('Model').fill('claude-small-test');
  await expectAccessible(page, 'choosing an agent');
  await dialog.getByLabel('Model').press('Enter');
  await expect(dialog).toBeHidden();
}

test('Test says what is wrong with a key and an address, and what is right', async ({
  parley: { page },
  wire,
}) => {
  const form = await openClaude(page);
  await button(form, 'Test').click();
  await expect(form.getByRole('alert')).toHaveText('There is no key for Claude. Enter it first.');
  await form.getByLabel('Key').fill('sk-wrong');
  await form.getByLabel('Address').fill(wire.url);
  wire.answerAt('/v1/models', { status: 401, body: { error: { type: 'authentication_error' } } });
  await button(form, 'Test').click();
  await expect(form.getByRole('alert')).toHaveText(
    'Claude does not accept the key. Check the key for Claude.',
  );
  await expectAccessible(page, 'a refused key');
  await form.getByLabel('Address').fill('http://127.0.0.1:1');
  await button(form, 'Test').click();
  await expect(form.getByRole('alert')).toContainText('Claude could not be reached.');
  await form.getByLabel('Address').fill(wire.url);
  wire.answerAt('/v1/models', { status: 200, body: { data: [{ id: 'claude-test' }] } });
  await button(form, 'Test').click();
  await expect(form.getByRole('status')).toHaveText('It works, and has 1 model.');
  await expectAccessible(page, 'a key that works');
});

test('a key is stored, never shown again, and can be removed', async ({ parley: { page, host }, wire }) => {
  await setUpClaude(page, wire);
  const form = await openClaude(page);
  await expect(settings(page).locator('summary', { hasText: 'Claude' })).toContainText('Key stored');
  await expect(form.getByLabel('Key')).toHaveValue('');
  expect(await page.content()).not.toContain(key);
  const where = host === 'browser' ? 'Keys are kept unencrypted in' : 'Keys are encrypted with';
  await expect(settings(page)).toContainText(where);
  await button(form, 'Remove key').click();
  await expect(settings(page).locator('summary', { hasText: 'Claude' })).toContainText('Not set up');
});

test('a chat is given to another agent, which answers, and its tokens are counted', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  await expect(page.getByRole('button', { name: 'Agent: Claude · claude-small-test' })).toBeVisible();
  claude.reply(say('Here I am.'));
  await send(page, 'Who are you?');
  await expect(conversation(page)).toContainText('Here I am.');
  await expect(page.getByText('30 tokens in this chat')).toBeVisible();
  const asked = wire.requests.find(({ method }) => method === 'POST');
  expect(asked?.headers['x-api-key']).toBe(key);
  expect(asked?.body).toContain('"model":"claude-small-test"');
  await page.reload();
  await expect(page.getByText('30 tokens in this chat')).toBeVisible();
});

test('an overloaded provider is waited for with a countdown, which Stop ends', async ({
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
  const countdown = page.getByText(/^Claude is overloaded just now; trying again in \d+\s?s$/);
  await expect(countdown).toBeVisible();
  const first = await countdown.textContent();
  await expect(countdown).not.toHaveText(first ?? '');
  await expectAccessible(page, 'a countdown');
  await button(page, 'Stop').click();
  await expect(countdown).toBeHidden();
  claude.reply(overloaded('1'), say('Now I have time.'));
  await button(page, 'Resume').click();
  await expect(conversation(page)).toContainText('Now I have time.');
});

test('new workspaces begin with the chosen agent', async ({ parley: { page, dataDir }, wire }) => {
  await setUpClaude(page, wire);
  await button(page, 'Settings').click();
  await settings(page).getByLabel('Agent', { exact: true }).selectOption({ label: 'Claude' });
  await settings(page).getByLabel('Model').fill('claude-large-test');
  await button(settings(page), 'Use for new workspaces').click();
  await expect(settings(page).getByText('New workspaces begin with this agent.')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Open a folder').click();
  await page.getByLabel('Folder', { exact: true }).fill(dataDir);
  await button(page, 'Open folder').click();
  await expect(page.getByRole('button', { name: 'Agent: Claude · claude-large-test' })).toBeVisible();
});

test('Settings fit a narrow window and work with the keyboard alone', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
  await button(page, 'Settings').click();
  const claude = settings(page).locator('summary', { hasText: 'Claude' });
  await claude.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('sk-typed');
  await page.keyboard.press('Enter');
  await expect(claude).toContainText('Key stored');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'Settings, narrow');
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
});
