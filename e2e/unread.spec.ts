import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { cards, conversation, send } from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

const questions = answer(ask('call-1', { questions: [question('Which tone?', 'Tone', 'Plain', 'Warm')] }));

const rows = (page: Page) =>
  page.getByRole('navigation', { name: 'Chats', exact: true }).locator('[data-list-row]');

test('a chat whose agent finished unseen is marked until it is opened, also over a reload', async ({
  parley: { page, host },
  provider,
}) => {
  const gate = Promise.withResolvers<void>();
  provider.reply({ ...say('All is done.'), after: gate.promise });
  await send(page, 'Go');
  await provider.request(0);
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(rows(page)).toHaveCount(2);
  await expect(conversation(page)).toContainText('Say what you want done');
  const other = rows(page).filter({ hasText: 'Go' });
  const mark = other.getByText('Unread', { exact: true });
  await expect(rows(page).filter({ hasText: 'Working…' })).toHaveCount(1);
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
  gate.resolve();
  await expect(mark).toBeAttached();
  await expectAccessible(page, 'something unread');
  await page.reload();
  await expect(mark).toBeAttached();
  await other.click();
  await expect(conversation(page)).toContainText('All is done.');
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(conversation(page)).toContainText('All is done.');
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
});

test('a chat whose agent asked unseen shows its count, and nothing is left once it was opened', async ({
  parley: { page, host },
  provider,
}) => {
  const gate = Promise.withResolvers<void>();
  provider.reply({ ...questions, after: gate.promise });
  await send(page, 'Go');
  await provider.request(0);
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(rows(page)).toHaveCount(2);
  await expect(conversation(page)).toContainText('Say what you want done');
  gate.resolve();
  await expect(rows(page).first()).toContainText('Parley has a few questions');
  await rows(page).first().click();
  await expect(cards(page)).toBeVisible();
  await page.keyboard.press(shortcutKeys(host, 'workspace-2'));
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
});
