import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Block } from '../test/main/agents/model/anthropic-server.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  button,
  chatRows,
  composer,
  conversation,
  press,
  pressOnCard,
  send,
  untilArmed,
  untilSaid,
} from './support/chat.ts';
import { decisions, openSettings } from './support/pages.ts';
import { answer, say, test } from './support/provider.ts';
import { addRule, expectStored } from './support/stored.ts';

const read = (id: string, path = '.env'): Block => ({
  type: 'tool_use',
  id,
  name: 'read_file',
  input: { path },
});

const permission = (page: Page, name = '.env') =>
  page.getByRole('region', { name: `Permission: ${name}`, exact: true });

/** Has the agent ask for a file that holds a secret. */
async function ask(page: Page, folder: string) {
  await writeFile(join(folder, '.env'), 'TOKEN=hunter2\n');
  await send(page, 'Look at the settings');
  const card = permission(page);
  await untilArmed(card);
  return card;
}

test('a file that may hold secrets is read once it is allowed, and the card becomes a line', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(read('r1')), say('There is a token.'));
  const card = await ask(page, workspaceDir);
  await expect(card).toContainText('Claude wants to read a file that may hold secrets');
  await expect(card).toContainText('Needs you');
  await expect(chatRows(page).first()).toContainText('Claude wants to read a file that may hold secrets');
  await expect(chatRows(page).first()).toContainText('.env');
  await press(card, 'Allow once');
  await untilSaid(page, 'There is a token.');
  await expect(card).toContainText('Allowed once · .env');
  await expect(composer(page)).toBeFocused();
  const { body } = await provider.request(1);
  expect(JSON.stringify(body)).toContain('hunter2');
});

test('a reason goes to the model, by the button and by its key', async ({ parley, provider }) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(read('r1')), say('Fine.'), answer(read('r2')), say('Good.'));
  const card = await ask(page, workspaceDir);
  await pressOnCard(button(card, 'Deny with a reason'));
  const reason = card.getByRole('textbox', { name: 'Reason', exact: true });
  await expect(reason).toBeFocused();
  await reason.fill('Use the example');
  await press(card, 'Deny');
  await untilSaid(page, 'Fine.');
  await expect(card).toContainText('Denied · .env · Use the example');
  expect(JSON.stringify((await provider.request(1)).body)).toContain(
    'The user denied this. Reason: Use the example',
  );
  await send(page, 'Once more');
  const second = permission(page, '.env, request 2');
  await untilArmed(second);
  await pressOnCard(button(second, 'Deny with a reason'));
  await second.getByRole('textbox', { name: 'Reason', exact: true }).fill('Really not');
  await untilArmed(second);
  await page.keyboard.press('Control+Enter');
  await untilSaid(page, 'Good.');
  expect(JSON.stringify((await provider.request(3)).body)).toContain('Reason: Really not');
  expect(JSON.stringify((await provider.request(3)).body)).not.toContain('hunter2');
});

test('a note goes to the model with the result, after a reload too, and into the record', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(read('r1')), say('There is a token.'));
  const asked = await ask(page, workspaceDir);
  await pressOnCard(button(asked, 'Allow with a note'));
  const note = asked.getByRole('textbox', { name: 'Note for Claude', exact: true });
  await expect(note).toBeFocused();
  await expect(button(asked, 'Allow with this note')).toHaveAttribute('aria-disabled', 'true');
  await note.fill('Never print it');
  await page.reload();
  await expect(asked.getByRole('textbox', { name: 'Note for Claude', exact: true })).toHaveValue(
    'Never print it',
  );
  await expectAccessible(page, 'a note that is written');
  await untilArmed(asked);
  await asked.getByRole('textbox', { name: 'Note for Claude', exact: true }).press('Control+Enter');
  await untilSaid(page, 'There is a token.');
  const { body } = await provider.request(1);
  expect(JSON.stringify(body)).toContain('The user allowed this with a note: Never print it');
  expect(JSON.stringify(body)).toContain('hunter2');
});

test('no Enter allows by itself, and the menu chooses nothing when it opens', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(read('r1')), say('Stopped.'));
  const card = await ask(page, workspaceDir);
  expect(await card.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  await page.keyboard.press('Enter');
  await button(card, 'More choices').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'More choices' })).toBeVisible();
  await untilArmed(card);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(card).toHaveAttribute('data-state', 'waiting');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Deny, and stop', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Denied · .env');
  await expect(button(page, 'Resume')).toBeVisible();
});

test('Escape pressed before a menu just clicked has the focus leaves the card open', async ({
  parley,
  provider,
}) => {
  provider.reply(answer(read('r1')));
  const card = await ask(parley.page, parley.workspaceDir);
  // The platform moves the focus a moment after the click: the key comes before, as on a busy machine.
  await button(card, 'More choices').evaluate((opener: HTMLElement) => {
    opener.focus();
    opener.click();
    opener.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await expect(parley.page.getByRole('menu', { name: 'More choices' })).toBeVisible();
  await expect(button(card, 'Collapse')).toBeVisible();
  await expect(button(card, 'Deny')).toBeVisible();
});

test('a message in its place runs nothing, and the model reads that', async ({ parley, provider }) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(read('r1')), say('As you like.'));
  const card = await ask(page, workspaceDir);
  await send(page, 'Leave it alone');
  await untilSaid(page, 'As you like.');
  await expect(card).toContainText('Answered in chat · .env');
  expect(JSON.stringify((await provider.request(1)).body)).toContain(
    'User responded in chat; nothing was run',
  );
});

test('a request waits on over a crash with what was entered, and its answer resumes the turn', async ({
  parley,
  provider,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  provider.reply(answer(read('r1')), say('There is a token.'));
  const before = await ask(parley.page, parley.workspaceDir);
  await pressOnCard(button(before, 'Deny with a reason'));
  await before.getByRole('textbox', { name: 'Reason', exact: true }).fill('Not yet');
  await expectStored(parley, 'Not yet');
  await parley.end('SIGKILL');
  await parley.start();
  const { page } = parley;
  const card = permission(page);
  await untilArmed(card);
  await expect(card).toHaveAttribute('data-state', 'waiting');
  await expect(card.getByRole('textbox', { name: 'Reason', exact: true })).toHaveValue('Not yet');
  await button(card, 'Cancel').click();
  await press(card, 'Allow once');
  await untilSaid(page, 'There is a token.');
});

test('of two windows the first answer wins, and the other one shows it', async ({ parley, provider }) => {
  const { page, address, workspaceDir } = parley;
  test.skip(address === null, 'a desktop has one window');
  provider.reply(answer(read('r1')), say('There is a token.'));
  const card = await ask(page, workspaceDir);
  const other = await page.context().newPage();
  parley.console.watch(other);
  await other.goto(address ?? '');
  await press(permission(other), 'Deny');
  await expect(card).toContainText('Denied · .env');
  await untilSaid(page, 'There is a token.');
});

test('a decision about a permission stands in the record with what was asked', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(read('r1')), say('There is a token.'));
  const card = await ask(page, workspaceDir);
  await press(card, 'Allow once');
  await untilSaid(page, 'There is a token.');
  await page.getByRole('button', { name: 'Decisions', exact: true }).click();
  await expect(decisions(page)).toContainText('Allowed once');
  await expect(decisions(page)).toContainText('.env');
});

test('rules are listed with their use, in Settings and for the chat, and can be removed', async ({
  parley,
  provider: _,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  await expect(button(parley.page, 'Chat menu')).toBeVisible();
  await parley.end();
  const match = { type: 'command' as const, words: ['npm', 'test'], open: true, confined: false };
  const { dataDir, workspaceDir: folder } = parley;
  addRule(dataDir, 'r1', { effect: 'allow', asker: 'Claude', folder, match }, 3);
  addRule(dataDir, 'r2', { effect: 'deny', asker: null, folder: null, match: { ...match, open: false } }, 0);
  await parley.start();
  const { page } = parley;
  await page.reload();
  await button(page, 'Chat menu').click();
  await page.getByRole('menuitem', { name: 'Allowed here', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Allowed here', exact: true });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, 'allowed here');
  await button(dialog, 'All rules').click();
  const main = page.getByRole('main');
  await expect(main).toContainText(
    'Claude, in tiny-parser, not confined. Runs the folder’s script “test”, with its usual options. Still asks for --prefix, --script-shell, --registry, other options and paths outside the folder',
  );
  await expect(main).toContainText('3 times');
  await expect(main).toContainText('Any agent, in every folder');
  await expect(main).toContainText('Not used yet');
  await expectAccessible(page, 'rules');
  const removals = main.getByRole('button', { name: /^Remove / });
  await expect(removals.first()).toHaveAccessibleName('Remove Never run npm test');
  await main.getByRole('radio', { name: 'By use', exact: true }).click();
  await expect(removals.first()).toHaveAccessibleName('Remove Always run npm test …');
  await main.getByRole('radio', { name: 'By folder', exact: true }).click();
  await button(main, 'Remove Always run npm test …').click();
  await expect(button(main, 'Remove Always run npm test …')).toBeHidden();
  await button(main, 'Remove Never run npm test').click();
  await expect(main).toContainText('There are no rules yet');
  await page.keyboard.press('Escape');
  await expect(conversation(page)).toBeVisible();
});

test('a rule is typed in Settings as its card would offer it, and what no rule may allow is said', async ({
  parley,
  provider: _,
}) => {
  const { page } = parley;
  await expect(button(page, 'Chat menu')).toBeVisible();
  await openSettings(page, 'Permissions');
  const main = page.getByRole('main');
  await button(main, 'Add a rule').click();
  const command = main.getByRole('textbox', { name: 'Command of the rule', exact: true });
  await expect(command).toBeFocused();
  await command.fill('rm -r build');
  await command.press('Enter');
  await expect(main).toContainText('No rule can allow this, so it asks each time: deletes');
  await command.fill('npm test -- --watch');
  await command.press('Enter');
  const rule = main.getByRole('region', { name: 'Rule', exact: true });
  await button(rule, 'Fewer words').click();
  await button(rule, 'Fewer words').click();
  await expectAccessible(page, 'a rule that is added');
  await press(rule, 'Keep this rule');
  await expect(button(main, 'Remove Always run npm test …')).toBeVisible();
  await expect(button(main, 'Add a rule')).toBeFocused();
});
