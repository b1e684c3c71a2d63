import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectFlawless } from './support/accessibility.ts';
import { button, cards, conversation, send, untilSaid } from './support/chat.ts';
import { startCommand } from './support/command.ts';
import { decisionRows } from './support/pages.ts';
import { answer, ask, bodyOf, lastMessage, question, say, test } from './support/provider.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

// The record of decisions is counted whole.
test.use({ alone: true });

const supplied = {
  questions: [question('Which colour?', 'Colour', 'Blue', 'Green')],
  answers: { 'Which colour?': 'Green' },
};

const told =
  'User has answered your questions: "Which colour?"="Green". Answers were supplied with the call; nobody was asked. ' +
  "You can now continue with the user's answers in mind.";

test('answers that came with a call are a row that says so, never a card, and a decision of nobody', async ({
  parley,
  provider,
}) => {
  const { page, host, workspaceDir } = parley;
  provider.reply(answer(ask('a', supplied)), say('Green it is.'));
  await send(page, 'Go');
  await untilSaid(page, 'Green it is.');
  expect(lastMessage(await bodyOf(provider, 1)).results).toEqual([{ id: 'a', error: false, text: told }]);
  const line = 'You were not asked: Claude answered its own question';
  const row = button(conversation(page), line);
  await expect(row).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await row.click();
  await expect(conversation(page).getByRole('definition')).toHaveText('Green');
  await expectFlawless(page, 'answers that came with the call');

  const file = join(workspaceDir, 'ask.json');
  await writeFile(file, JSON.stringify(supplied));
  const command = startCommand(parley, 'parley.js', ['ask', '--asker', 'release script', file]);
  expect(await command.ended).toEqual({ code: 0, stdout: `${told}\n`, stderr: '' });
  const outside = button(conversation(page), 'You were not asked: release script answered its own question');
  await expect(outside).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
  await expect(outside).toBeVisible();
  await expect(cards(page)).toHaveCount(0);

  await page.keyboard.press(shortcutKeys(host, 'palette'));
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('decisions');
  await page.keyboard.press('Enter');
  const entries = decisionRows(page);
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('release script');
  await expect(entries.last()).toContainText('Not asked');
  await button(entries.last(), 'Show details').click();
  await expect(entries.last()).toContainText('Nobody: the answers came with the call');
  await button(entries.last(), 'Show in chat').click();
  await expect(row).toBeFocused();
});
