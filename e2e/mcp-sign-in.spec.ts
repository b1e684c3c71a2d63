import { expect, type Page } from '@playwright/test';
import { modernEcho } from '../test/main/mcp-servers/echo-servers.ts';
import { signInServer } from '../test/main/mcp-servers/oauth-server.ts';
import { expectAccessible } from './support/accessibility.ts';
import { button, openSettled, press, send, untilArmed, untilSaid } from './support/chat.ts';
import { answer, say, test } from './support/provider.ts';

test.use({ alone: true });

const calls = (id: string, name: string, input: object = {}) => answer({ type: 'tool_use', id, name, input });

/** Pastes a server and opens it in Settings. */
async function pasted(page: Page, url: string): Promise<void> {
  await button(page, 'Settings').click();
  await button(page, 'Tools').click();
  await button(page, 'Add server').click();
  const entry = { mcpServers: { notes: { type: 'http', url } } };
  await page.getByRole('textbox', { name: 'Server as JSON', exact: true }).fill(JSON.stringify(entry));
  await button(page, 'Add').click();
}

test('a person signs in to a server by a card, uses it, and signs out and in again in Settings', async ({
  parley,
  provider,
}) => {
  test.skip(parley.host !== 'browser', 'a desktop opens addresses in another program');
  const server = await signInServer(modernEcho());
  const { page } = parley;
  await pasted(page, server.url);
  await button(page, 'Back to chats').click();
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  provider.reply(calls('s1', 'notes__sign_in'), say('You are in.'));
  await send(page, 'Look at my notes');
  const card = page.getByRole('region', { name: 'Sign in to notes', exact: true });
  await expect(card).toContainText('Once you have signed in there, chats can use notes as you.');
  await expectAccessible(page, 'a sign in');
  await untilArmed(card);
  const [browser] = await Promise.all([page.context().waitForEvent('page'), button(card, 'Open').click()]);
  await expect(
    browser.getByRole('heading', { name: 'You are signed in to notes', exact: true }),
  ).toBeVisible();
  await expectAccessible(browser, 'the page that one comes back to');
  await browser.close();
  await untilSaid(page, 'You are in.');
  await openSettled(card);
  await expect(card).toContainText('Opened, done');
  await expect(page.getByRole('region', { name: 'MCP servers', exact: true })).toBeHidden();

  provider.reply(calls('s2', 'notes__echo', { text: 'wren' }), say('It said wren.'));
  await send(page, 'Have it say wren');
  const echo = page.getByRole('region', { name: 'Permission: echo of notes', exact: true });
  await press(echo, 'Allow once');
  await untilSaid(page, 'It said wren.');

  await button(page, 'Settings').click();
  await button(page, 'Tools').click();
  await button(page, 'notes').click();
  await expectAccessible(page, 'a server that one is signed in to');
  await button(page, 'Sign out of notes').click();
  await button(page, 'Start notes').click();
  await button(page, 'Sign in to notes').click();
  const signIn = page.getByRole('region', { name: 'Sign in to notes', exact: true });
  await expectAccessible(page, 'a sign in in Settings');
  await untilArmed(signIn);
  const [again] = await Promise.all([page.context().waitForEvent('page'), button(signIn, 'Open').click()]);
  await expect(again.getByRole('heading', { name: 'You are signed in to notes', exact: true })).toBeVisible();
  await again.close();
  await expect(page.getByText('Ready · 1 tool · signed in', { exact: true })).toBeVisible();
  server.close();
});
