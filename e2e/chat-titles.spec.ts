import { expect } from '@playwright/test';
import { chatRows, composer, send, untilSaid } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { say, test } from './support/provider.ts';

test('switched on, a chat has the title that its model gives it, in the list and over the chat', async ({
  parley: { page },
  provider,
}) => {
  await expect(composer(page)).toBeVisible();
  await openSettings(page, 'General');
  await page.getByRole('switch', { name: 'Name chats by their model', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.keyboard.press('Escape');

  provider.reply(say('They are read line by line.'), say('“Comments in config files.”'));
  await send(page, 'Could config files have comments, please? I would like that a lot.');
  const title = page.getByRole('heading', { name: 'Comments in config files', level: 1, exact: true });
  await expect(title).toBeVisible();
  await expect(chatRows(page)).toContainText(['Comments in config files']);

  provider.reply(say('Tests as well.'));
  await send(page, 'And tests for them?');
  await untilSaid(page, 'Tests as well.');
  await expect(title).toBeVisible();
  expect(provider.requests).toHaveLength(3);
});
