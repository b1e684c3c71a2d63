import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { messageSchema } from '../src/shared/transcript/transcript.ts';
import { expectAccessible } from './support/accessibility.ts';
import { chatMenu, composer, press, send, untilSaid, waitingCard } from './support/chat.ts';
import { answer, ask, claudeEnv, question, say, test as base } from './support/provider.ts';

const test = base.extend({ env: async ({ provider }, use) => use(claudeEnv(provider)) });

/** Presses a format in the open dialog; gives the name and the text of the file that comes. */
async function saved(page: Page, format: RegExp): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export this chat' }).getByRole('button', { name: format }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a chat is saved whole as Markdown and as JSON, which reads back', async ({
  parley: { page, host },
  provider,
}) => {
  test.skip(host !== 'browser', 'only a browser hands what is saved to a test');
  provider.reply(
    answer(ask('call-1', { questions: [question('Which store?', 'Store', 'SQLite', 'Files')] })),
  );
  provider.reply(say('SQLite it **is**.'));
  await send(page, 'Choose a store');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'SQLite', exact: true }).click();
  await press(card, 'Submit answers');
  await untilSaid(page, 'SQLite it is.');

  await composer(page).fill('/export');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Export this chat' })).toBeVisible();
  await expectAccessible(page, 'the export of a chat');
  const markdown = await saved(page, /^Markdown/);
  expect(markdown.name).toBe('Choose-a-store.md');
  for (const words of ['Choose a store', '[x] SQLite', '[ ] Files', 'SQLite it **is**.'])
    expect(markdown.text).toContain(words);
  await expect(composer(page)).toHaveValue('');

  await chatMenu(page).click();
  await page.getByRole('menuitem', { name: 'Export chat', exact: true }).click();
  const json = await saved(page, /^JSON/);
  expect(json.name).toBe('Choose-a-store.json');
  const { messages } = z.object({ messages: z.array(messageSchema) }).parse(JSON.parse(json.text));
  expect(messages.map(({ role }) => role)).toEqual(['user', 'agent']);
  expect(json.text).toContain('"SQLite"');
});
