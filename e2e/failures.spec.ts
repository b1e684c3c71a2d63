import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button, conversation, send } from './support/chat.ts';
import { chooseClaude, openClaude, setUpClaude } from './support/claude-by-key.ts';
import { say } from './support/provider.ts';
import { test } from './support/provider-proxy.ts';
import type { AnthropicServer } from '../test/main/agents/model/anthropic-server.ts';
import type { ProviderProxy } from '../test/main/agents/model/provider-proxy.ts';

const problem = (page: Page) => conversation(page).getByRole('group', { name: 'Problem' });

const refusedKey = { type: 'status', status: 401, error: 'authentication_error' } as const;

/** Sends a message with a key that is refused, and would not be the next time. */
async function failByKey(
  page: Page,
  { claude, wire }: { claude: Pick<AnthropicServer, 'reply'>; wire: ProviderProxy },
): Promise<void> {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  claude.reply(refusedKey, say('Now it works.'));
  await send(page, 'Go on with the plan');
  await expect(problem(page)).toContainText('Claude does not accept the key');
}

test('a refused key is changed where it is said, and the message goes out with it', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await failByKey(page, { claude, wire });
  // The same request would be refused again.
  await expect(button(problem(page), 'Resume')).toBeHidden();
  await expect(button(problem(page), 'Retry')).toBeHidden();
  await button(problem(page), 'Change key…').click();
  const field = problem(page).getByLabel('Key for Claude');
  await expect(field).toBeFocused();
  await expectAccessible(page, 'a key that is changed');
  await field.press('Escape');
  await expect(button(problem(page), 'Change key…')).toBeFocused();
  await button(problem(page), 'Change key…').click();
  await field.fill('sk-ant-another');
  await button(problem(page), 'Save and retry').click();
  await expect(conversation(page)).toContainText('Now it works.');
  const asked = wire.requests.filter(({ method }) => method === 'POST').at(-1);
  expect(asked?.headers['x-api-key']).toBe('sk-ant-another');
});

test('what a failure was stays over the message that came after it', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await failByKey(page, { claude, wire });
  await send(page, 'Try once more');
  await expect(conversation(page)).toContainText('Now it works.');
  await expect(problem(page)).toBeHidden();
  const notes = conversation(page).getByRole('list', { name: 'About the request', exact: true });
  await expect(notes).toHaveText('Claude does not accept the key.');
  await page.reload();
  await expect(notes).toHaveText('Claude does not accept the key.');
});

test('a missing key is added where it is said', async ({ parley: { page }, claude, wire }) => {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  const form = await openClaude(page);
  await button(form, 'Remove key').click();
  await page.keyboard.press('Escape');
  claude.reply(say('Here I am.'));
  await send(page, 'Are you there?');
  await expect(problem(page)).toContainText('There is no key for Claude');
  await button(problem(page), 'Add key…').click();
  await problem(page).getByLabel('Key for Claude').fill('sk-ant-first');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Here I am.');
});

test('a key that is changed in Settings brings back the way on', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  claude.reply(refusedKey, say('With the new one.'));
  await send(page, 'Go');
  await expect(button(problem(page), 'Change key…')).toBeVisible();
  const form = await openClaude(page);
  await form.getByLabel('Key').fill('sk-ant-new');
  await button(form, 'Replace').click();
  await expect(form.getByRole('status')).toHaveText('It works, and has 2 models.');
  await page.keyboard.press('Escape');
  await button(problem(page), 'Retry').click();
  await expect(conversation(page)).toContainText('With the new one.');
});

test('a web page in place of an answer is opened in the browser, and the answer comes after that', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  const body = '<!doctype html><title>Sign in to Hotel Wi-Fi</title>';
  wire.answerAt('/v1/messages', { status: 200, body });
  await send(page, 'Are you there?');
  await expect(problem(page)).toContainText('answers with a web page');
  await expect(problem(page)).toContainText('Your network may want you to sign in first.');
  const opened = page.context().waitForEvent('page');
  await button(problem(page), 'Open in browser').click();
  const tab = await opened;
  expect(new URL(tab.url()).origin).toBe(new URL(wire.url).origin);
  await tab.close();
  wire.reset();
  claude.reply(say('Here I am.'));
  await button(problem(page), 'Retry').click();
  await expect(conversation(page)).toContainText('Here I am.');
});

test('a chat that is too long is compacted and goes on, and another model is a press away', async ({
  parley: { page },
  claude,
  wire,
}) => {
  await setUpClaude(page, wire);
  await chooseClaude(page);
  const tooLong = {
    type: 'status',
    status: 400,
    error: 'invalid_request_error',
    message: 'prompt is too long: 210000 tokens > 200000 maximum',
  } as const;
  claude.reply(say('Tabs it is.'));
  await send(page, 'Use tabs');
  await expect(conversation(page)).toContainText('Tabs it is.');
  claude.reply(say('There too.'));
  await send(page, 'And in the tests?');
  await expect(conversation(page)).toContainText('There too.');
  claude.reply(tooLong, say('They want tabs.'), tooLong);
  await send(page, 'And the docs?');
  await expect(problem(page)).toContainText('longer than the model can read');
  await expect(button(problem(page), 'Resume')).toBeHidden();
  await button(problem(page), 'Details').click();
  await expect(problem(page).getByRole('group', { name: 'Details' })).toContainText('prompt is too long');
  await button(problem(page), 'Switch model').click();
  const picker = page.getByRole('dialog', { name: 'Who works in this chat', exact: true });
  await expect(picker).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  claude.reply(say('Tabs everywhere.'), say('The docs as well.'));
  await button(problem(page), 'Compact and continue').click();
  await expect(conversation(page)).toContainText('The docs as well.');
});
