import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Block } from '../test/main/agents/model/anthropic-server.ts';
import { expectAccessible, expectFlawless } from './support/accessibility.ts';
import {
  button,
  cards,
  conversation,
  openSettled,
  press,
  pressOnCard,
  readToEnd,
  send,
  untilIdle,
  untilSaid,
} from './support/chat.ts';
import type { Parley } from './support/parley.ts';
import { answer, ask, bodyOf, lastMessage, question, say, test } from './support/provider.ts';

const call = (id: string, name: string, input: unknown): Block => ({ type: 'tool_use', id, name, input });

const runs = (id: string, command: string, more: object = {}) =>
  answer(call(id, 'run_command', { command, ...more }));

const applies = (id: string) => answer(call(id, 'resolve', { action: 'apply', reason: 'It is ready.' }));

const permission = (page: Page, line: string) =>
  page.getByRole('region', { name: `Permission: ${line}`, exact: true });

const command = (page: Page, line: string) =>
  page.getByRole('region', { name: `Command: ${line}`, exact: true });

const choices = (page: Page) => page.getByRole('dialog', { name: 'More choices', exact: true });

async function editing(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
}

/** Ends the process as a crash does, and starts it again. */
async function restart(parley: Parley, when?: (page: Page) => Promise<void>): Promise<void> {
  await when?.(parley.page);
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGKILL');
  await parley.start();
}

/** The files that the walk changes, as they are now. */
const bothFiles = (folder: string): Promise<string[]> =>
  Promise.all(['test/parse.test.js', 'src/parse.js'].map((path) => readFile(join(folder, path), 'utf8')));

/** Undoes all that the one turn with changes has changed. */
async function undoTheTurn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Changed 2 files' }).click();
  const pane = page.getByRole('region', { name: 'Changes of this turn', exact: true });
  const undo = button(pane, 'Undo this turn');
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  await undo.click();
  await expect(page.getByText('Undone in 2 files')).toBeVisible();
}

const newTest = `
test('what follows # is a comment', () => {
  assert.equal(parse('a = 1 # one').get('a'), '1');
});
`;

const editTest = call('edit-test', 'edit_file', {
  path: 'test/parse.test.js',
  edits: [
    {
      oldText: "test('the last of equal keys wins'",
      newText: `${newTest.trim()}\n\ntest('the last of equal keys wins'`,
    },
  ],
});

const editParser = call('edit-parser', 'edit_file', {
  path: 'src/parse.js',
  edits: [
    {
      oldText: "text.split('\\n').filter",
      newText: "text.split('\\n').map((line) => line.replace(/#.*/, '')).filter",
    },
  ],
});

const story = [
  answer(call('read', 'read_file', { path: 'src/parse.js' })),
  answer(ask('ask', { questions: [question('Which sign begins a comment?', 'Sign', '#', ';')] })),
  answer(call('plan', 'propose_plan', { title: 'Comments', plan: '## Steps\n\n1. A test.\n2. The parser.' })),
  answer(call('approve', 'resolve', { action: 'apply', reason: 'Ready.', extra: { title: 'Comments' } })),
  answer(editTest),
  applies('apply-test'),
  runs('test-1', 'npm test'),
  answer(editParser),
  applies('apply-parser'),
  runs('test-2', 'npm test'),
  say('All green.'),
];

test('from reading to green tests: a question, a plan, edits and commands, over a restart in each wait', async ({
  parley,
  provider,
}) => {
  const { workspaceDir } = parley;
  const before = await bothFiles(workspaceDir);
  provider.reply(...story);
  await send(parley.page, 'Teach the parser comments');
  await expect(cards(parley.page).last()).toContainText('Needs you');
  await restart(parley);
  await cards(parley.page).last().getByRole('radio', { name: '#', exact: true }).click();
  await press(cards(parley.page).last(), 'Submit answers');

  const preview = (label: string) =>
    parley.page.getByRole('region', { name: `Preview: ${label}`, exact: true });
  // The agent's wish has come: the turn waits, and goes on by itself after a restart.
  await expect(preview('Comments')).toContainText('Ready.');
  await restart(parley);
  await press(preview('Comments'), 'Approve plan');

  await expect(preview('Edit test/parse.test.js')).toContainText('It is ready.');
  await restart(parley);
  await press(preview('Edit test/parse.test.js'), 'Apply');

  await expect(permission(parley.page, 'npm test')).toContainText('Needs you');
  await restart(parley);
  const asked = permission(parley.page, 'npm test');
  await pressOnCard(button(asked, 'More choices'));
  await press(choices(parley.page), 'Keep this rule');

  const failed = command(parley.page, 'npm test');
  await expect(failed).toContainText('Exit code 1');
  await expect(preview('Edit src/parse.js')).toContainText('It is ready.');
  await restart(parley);
  await press(preview('Edit src/parse.js'), 'Apply');

  await untilSaid(parley.page, 'All green.');
  const byRule = command(parley.page, 'npm test, run 2');
  await expect(byRule).toContainText('Ran npm test, allowed by your rule');
  await expect(byRule).toContainText('Exit code 0');
  await expect(permission(parley.page, 'npm test')).toHaveCount(0);
  await expectFlawless(parley.page, 'the same command twice');
  expect(await readFile(join(workspaceDir, 'test/parse.test.js'), 'utf8')).toContain('is a comment');
  const [first] = lastMessage(await bodyOf(provider, 7)).results;
  expect([first?.id, first?.error]).toEqual(['test-1', false]);
  expect(first?.text).toMatch(/is a comment[^]*\nexit code: 1$/);
  const [second] = lastMessage(await bodyOf(provider, 10)).results;
  expect(second?.text).toMatch(/\nexit code: 0$/);
  await button(byRule, 'Undo rule').click();
  await expect(button(byRule, 'Undo rule')).toBeHidden();

  await restart(parley, untilIdle);
  await undoTheTurn(parley.page);
  expect(await bothFiles(workspaceDir)).toEqual(before);
});

test('a running command shows its last lines and can be stopped; all of its output is in the pane', async ({
  parley: { page },
  provider,
}) => {
  const line = 'seq 1 500; printf "\\033[31mred\\033[0m\\n"; sleep 300';
  provider.reply(runs('long', line), say('It was stopped.'));
  await editing(page);
  await send(page, 'Run it');
  await press(permission(page, line), 'Allow once');
  const card = command(page, line);
  await expect(card).toContainText('489 earlier lines');
  await expect(card.getByRole('group', { name: 'Output', exact: true })).toContainText('500');
  await expect(card.locator('[data-looks=red]')).toHaveText('red');
  await expect(card).toContainText('No sandbox: it could do anything you can');
  await button(card, 'Show all').click();
  const pane = page.getByRole('region', { name: line, exact: true });
  await expect(pane).toContainText('501 lines');
  await expect(pane.getByRole('group', { name: 'Output', exact: true })).toContainText('500');
  await button(pane, 'Close pane').click();
  await button(card, 'Stop command').click();
  await untilSaid(page, 'It was stopped.');
  await expect(card).toHaveAttribute('data-state', 'settled');
  await expect(card).toContainText('Stopped');
  const [result] = lastMessage(await bodyOf(provider, 1)).results;
  expect(result?.error).toBe(true);
  expect(result?.text).toMatch(/\n500\nred\nThe user stopped the command\.$/);
});

test('a command in the background stands over the composer until it is stopped', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(runs('server', 'echo up; sleep 300', { background: true }), say('It runs.'));
  await editing(page);
  await send(page, 'Start it');
  await press(permission(page, 'echo up; sleep 300'), 'Allow once');
  await expect(conversation(page)).toContainText('It runs.');
  const list = page.getByRole('region', { name: '1 command is running', exact: true });
  await expect(list).toContainText('echo up; sleep 300');
  await expectAccessible(page, 'a command in the background');
  await button(list, 'Stop').click();
  await expect(list).toBeHidden();
  await expect(command(page, 'echo up; sleep 300')).toContainText('Stopped');
});

test('a command that was denied never ran, and stays as a line', async ({ parley: { page }, provider }) => {
  provider.reply(runs('deny', 'touch made'), say('Then not.'));
  await editing(page);
  await send(page, 'Make it');
  await press(permission(page, 'touch made'), 'Deny');
  await untilSaid(page, 'Then not.');
  await expect(permission(page, 'touch made')).toContainText('Denied');
  await expect(command(page, 'touch made')).toHaveCount(0);
});

test('a rule is shortened on the card before it is kept, which says what it would have covered', async ({
  parley: { page },
  provider,
}) => {
  const lines = ['npm test -- --watch', 'npm publish', 'npm test -- -t parse', 'npm test'];
  provider.reply(...lines.map((line, index) => runs(`c${index}`, line)), say('Done.'));
  await editing(page);
  await send(page, 'Test it');
  for (const line of lines.slice(0, 2)) await press(permission(page, line), 'Deny');
  const asked = permission(page, 'npm test -- -t parse');
  await button(asked, 'More choices').focus();
  await page.keyboard.press('Enter');
  await expect(choices(page)).toContainText('Exactly this line');
  await expect(choices(page)).toContainText('Would have covered none of your last 2 commands here');
  await page.keyboard.press('Tab');
  await expect(button(choices(page), 'Fewer words')).toBeFocused();
  for (const _ of [1, 2]) await page.keyboard.press('Enter');
  await expect(button(choices(page), 'Fewer words')).toBeFocused();
  await expect(choices(page)).toContainText('npm test … anything after');
  await expect(choices(page)).toContainText('Would also have covered 1 of your last 2 commands here');
  await button(choices(page), 'Show them').click();
  const covered = page.getByRole('list', { name: 'Commands it would have covered', exact: true });
  await expect(covered.getByRole('listitem')).toHaveText(['npm test -- --watch']);
  await expectFlawless(page, 'a rule before it is kept');
  await button(choices(page), 'More words').click();
  await expect(asked).toHaveAttribute('data-state', 'waiting');
  await expect(choices(page)).toContainText('none of your last 2');
  await button(choices(page), 'Fewer words').click();
  await press(choices(page), 'Keep this rule');
  await untilSaid(page, 'Done.');
  await expect(command(page, 'npm test')).toContainText('Ran npm test, allowed by your rule');
});

test('what only reads runs without a card, and opens to its output once it has ended', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(runs('short', 'echo one; echo two'), say('Done.'));
  await editing(page);
  await send(page, 'Say it');
  await untilSaid(page, 'Done.');
  await untilIdle(page);
  const card = command(page, 'echo one; echo two');
  await expect(card).toContainText('Ran echo one; echo two, which only reads');
  await expect(card).toContainText('Exit code 0');
  await openSettled(card);
  await expect(card.getByRole('group', { name: 'Output', exact: true })).toHaveText('one\ntwo');
  await expect(conversation(page)).not.toContainText('Show all');
});

test('hidden characters of a command are seen while it is changed', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(runs('hidden', 'echo a\u202eb'), say('Fine.'));
  await editing(page);
  await send(page, 'Run it');
  const asked = page.getByRole('region', { name: /^Permission: echo/ });
  await pressOnCard(button(asked, 'Edit command'));
  await expect(asked.getByRole('textbox', { name: 'Command', exact: true })).toBeVisible();
  await expect(asked).toContainText('With its hidden characters:');
  await expect(asked.locator('p code [data-code="U+202E"]')).toHaveCount(1);
});

test('nothing of a command is allowed before all of it was in sight, and its empty lines are counted', async ({
  parley: { page },
  provider,
}) => {
  const lines = Array.from({ length: 90 }, (_, index) => `echo ${index}`).join('\n');
  const line = `echo begin\n${'\n'.repeat(3_000)}echo rest\n${lines}`;
  provider.reply(runs('r1', line), say('Done.'));
  await editing(page);
  await send(page, 'Test it');
  const card = page.getByRole('region', { name: /^Permission: echo begin/ });
  await expect(card.locator('.blank-run')).toHaveAttribute('data-words', '3,000 empty lines');
  await expect(button(card, 'Show more')).toBeVisible();
  await expect(button(card, 'Allow once')).toBeHidden();
  await pressOnCard(button(card, 'More choices'));
  await expect(page.getByRole('menuitem', { name: 'Deny, and stop', exact: true })).toBeVisible();
  await expect(button(card, 'Keep this rule')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Its beginning and its end alone are not all of it.
  const log = page.getByRole('log', { name: 'Conversation', exact: true });
  for (const top of [0, 100_000]) await log.evaluate((element, to) => element.scrollTo({ top: to }), top);
  await expect(button(card, 'Allow once')).toBeHidden();
  await expectAccessible(page, 'a command that was not read to its end');
  await readToEnd(card, 'Allow once');
  await press(card, 'Allow once');
  await untilSaid(page, 'Done.');
  await expect(page.getByRole('region', { name: /^Command: echo begin/ })).toContainText(
    'echo begin ⏎ (3,000 empty lines) ⏎ echo rest',
  );
});
