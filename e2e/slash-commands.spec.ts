import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button, chatRows, composer, conversation, press, send, untilSaid } from './support/chat.ts';
import { bodyOf, lastMessage, say, test as base } from './support/provider.ts';

const test = base.extend({ choices: { agent: 'anthropic/claude-sonnet-4-5' } });

const list = (page: Page) => page.getByRole('listbox', { name: 'Commands', exact: true });
const option = (page: Page, name: string) =>
  list(page).getByRole('option', { name: new RegExp(`^${name} `) });

test('a slash at the start lists commands; typing filters, arrows move, Escape closes', async ({
  parley: { page },
}) => {
  await composer(page).pressSequentially('/');
  await expect(option(page, '/plan')).toHaveAttribute('aria-selected', 'true');
  await expect(option(page, '/compact')).toHaveAccessibleName(
    '/compact Summarise the earlier messages for the agent',
  );
  await page.keyboard.press('ArrowDown');
  await expect(option(page, '/edit')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('mo');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: /^1 command$/ })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(composer(page)).toHaveValue('/mo');
  await composer(page).fill('');
  await composer(page).pressSequentially('see /pl');
  await expect(list(page)).toBeHidden();
});

test('Enter completes a command that takes words and runs one that is whole', async ({
  parley: { page },
  provider,
}) => {
  const mode = page.getByRole('radio', { name: 'Plan', exact: true });
  await composer(page).pressSequentially('/pl');
  await expect(option(page, '/plan')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('/plan ');
  await expect(list(page)).toBeHidden();
  provider.reply(say('I will look.'));
  await page.keyboard.type('Look at the parser');
  await page.keyboard.press('Enter');
  await untilSaid(page, 'I will look.');
  await expect(mode).toBeChecked();
  expect(lastMessage(await bodyOf(provider, 0)).texts).toEqual(['Look at the parser']);
  await composer(page).fill('/edit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Edit', exact: true })).toBeChecked();
  await expect(composer(page)).toHaveValue('');
});

test('/model opens the choice of agents, /new another chat, /undo says that there is nothing to undo', async ({
  parley: { page },
  provider,
}) => {
  await composer(page).fill('/model');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Who works in this chat', exact: true })).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await composer(page).fill('/undo');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No turn of this chat has changes to undo.')).toBeVisible();
  provider.reply(say('Hello.'));
  await send(page, 'Hello');
  await untilSaid(page, 'Hello.');
  const before = await chatRows(page).count();
  await composer(page).fill('/new');
  await page.keyboard.press('Enter');
  await expect(chatRows(page)).toHaveCount(before + 1);
});

test('an unknown command is an ordinary message, and so is one of a folder that is not trusted', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  await mkdir(join(workspaceDir, '.parley/commands'), { recursive: true });
  await writeFile(join(workspaceDir, '.parley/commands/review.md'), 'Review it all.');
  await composer(page).pressSequentially('/');
  await expect(list(page)).toContainText('One more command once you trust this folder');
  await expectAccessible(page, 'commands that wait for the folder to be trusted');
  await composer(page).pressSequentially('rev');
  await expect(list(page)).toBeHidden();
  provider.reply(say('What is that?'));
  await composer(page).fill('/review');
  await button(page, 'Send').click();
  await untilSaid(page, 'What is that?');
  await expect(conversation(page)).toContainText('/review');
  expect(lastMessage(await bodyOf(provider, 0)).texts).toEqual(['/review']);
});

test('a trusted folder brings its commands; the message opens to what the agent reads', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  await mkdir(join(workspaceDir, '.parley/commands'), { recursive: true });
  const text =
    '---\ndescription: Look over a file\nargument-hint: "[path]"\n---\nReview $ARGUMENTS, the most important first.';
  await writeFile(join(workspaceDir, '.parley/commands/review.md'), text);
  await page.reload();
  const card = page.getByRole('region', { name: /^Trust / });
  await press(card, 'Trust folder');
  await expect(card).toBeHidden();
  await composer(page).pressSequentially('/rev');
  await expect(option(page, '/review')).toHaveAccessibleName('/review [path] Look over a file');
  await page.keyboard.press('Tab');
  await page.keyboard.type('src/parse.js');
  provider.reply(say('It looks good.'));
  await page.keyboard.press('Enter');
  await untilSaid(page, 'It looks good.');
  expect(lastMessage(await bodyOf(provider, 0)).texts).toEqual([
    'Review src/parse.js, the most important first.',
  ]);
  await expect(conversation(page)).toContainText('/review src/parse.js');
  await button(page, 'From .parley/commands/review.md').click();
  await expect(conversation(page)).toContainText('Review src/parse.js, the most important first.');
  await expectAccessible(page, 'a command with its text');
});
