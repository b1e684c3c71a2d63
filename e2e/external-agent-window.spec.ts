import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { withClaudeLikeAgent, withScriptedAgent } from '../test/main/agents/external/external-chat.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  chatList,
  composer,
  conversation,
  openSettled,
  press,
  pressOnCard,
  readToEnd,
  send,
  untilArmed,
  untilIdle,
  untilSaid,
  waitingCard,
  waitingPlan,
} from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { test as base } from './support/parley.ts';

/** A Parley whose agent is a program that behaves as Claude Code does. */
const test = base.extend({
  env: async ({ hostName: _ }, use) => use({ PARLEY_AGENT: 'acp/claude' }),
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      withClaudeLikeAgent(dataDir);
    }),
});

const permission = (page: Page) => page.getByRole('region', { name: /^Permission: / }).last();

const line = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

/** Waits until Enter does what the line over the message says. */
async function untilItStands(page: Page, words: string): Promise<void> {
  await expect(line(page, words)).toBeVisible();
  await expect(page.locator('[data-arming]:has([role=status])')).toHaveCount(0);
}

test('an agent’s long change is allowed once all of it was shown, and its plan in the words that it offers', async ({
  parley: { page },
}) => {
  await test.step('the change', () => allowLongChange(page));
  await test.step('the plan', () => approvePlan(page));
});

/** A long change is allowed in no way before all its lines are on the card. */
async function allowLongChange(page: Page): Promise<void> {
  await send(page, 'long edit');
  const card = permission(page);
  await expect(card).toContainText('Line 98');
  await expect(card).not.toContainText('Line 449');
  await expect(card.getByRole('button', { name: 'Yes', exact: true })).toHaveCount(0);
  await expect(button(card, 'More choices')).toHaveCount(0);
  await button(card, 'Show everything').click();
  await expect(card).toContainText('Line 449');
  await expectAccessible(page, 'a long change, shown whole');
  await readToEnd(card, 'Yes');
  await pressOnCard(button(card, 'More choices'));
  await expect(
    page.getByRole('menuitem', { name: 'Yes, allow all edits during this session' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await press(card, 'Yes');
  await untilSaid(page, '"optionId":"allow-once"');
  await openSettled(card);
  await expect(card).toContainText('Line 98');
  await expect(card).not.toContainText('Line 449');
  await button(card, 'Show everything').click();
  await expect(card).toContainText('Line 449');
  // Who asks for more goes on reading where they stood.
  await expect(card.getByText('Line 98', { exact: true })).toBeInViewport();
}

/** A plan is approved with one of the ways to go on that its agent offers, in its own words. */
async function approvePlan(page: Page): Promise<void> {
  await send(page, 'plan');
  const card = await waitingPlan(page);
  await expect(button(card, 'Approve and start fresh')).toHaveCount(0);
  await untilArmed(card);
  await button(card, 'Ways to go on').click();
  const menu = page.getByRole('menu', { name: 'Ways to go on', exact: true });
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Yes, manually approve edits.*What Approve plan does$/,
    'Yes, and auto-accept edits',
    'Yes, clear context (12% used) and auto-accept',
  ]);
  const chosen = menu.getByRole('menuitem', { name: 'Yes, and auto-accept edits', exact: true });
  await expect(chosen).toHaveAttribute('aria-disabled', 'false');
  await chosen.click();
  await untilSaid(page, '"optionId":"exit-plan-accept-edits"');
  await expect(card).toContainText('Approved');
  await expect(card).toContainText('Yes, and auto-accept edits');
}

test('words typed while a card waits answer it, or are a message', async ({ parley: { page } }) => {
  await test.step('a question', () => typeAtQuestion(page));
  await test.step('a permission', () => typeAtPermission(page));
});

/** Words typed while a question waits are its answer, or a message. */
async function typeAtQuestion(page: Page): Promise<void> {
  await send(page, 'ask');
  const card = await waitingCard(page);
  await expect(card).toContainText('Or reply below');
  await expect(card).not.toContainText('which closes');
  await composer(page).fill('One file each, please');
  await untilItStands(page, 'Answer with this');
  await composer(page).press('Enter');
  await expect(card).toContainText('One file each, please');
  await untilSaid(page, '"question_0_custom":"One file each, please"');
  await send(page, 'ask');
  await waitingCard(page);
  await composer(page).fill('Rather tell me why');
  await untilItStands(page, 'Answer with this');
  await button(page, 'Send as message').click();
  await untilSaid(page, 'Heard: Rather tell me why');
}

/** Words typed while a permission waits deny it and say why, unless they agree. */
async function typeAtPermission(page: Page): Promise<void> {
  await send(page, 'edit');
  await untilArmed(permission(page));
  await composer(page).fill('Yes, go ahead');
  await expect(line(page, 'Deny with this reason')).toBeHidden();
  await composer(page).fill('Not the README');
  await untilItStands(page, 'Deny with this reason');
  await composer(page).press('Enter');
  await expect(permission(page)).toContainText('Denied');
  await expect(composer(page)).toHaveValue('');
  await untilSaid(page, /Heard: I said no.*Not the README/s);
}

test('a card says that its agent is no longer waiting, and its answer starts the agent again', async ({
  parley,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  await send(parley.page, 'ask');
  const card = await waitingCard(parley.page);
  await expect(card).not.toContainText('no longer waiting');
  await parley.end('SIGKILL');
  await parley.start();
  const { page } = parley;
  const again = await waitingCard(page);
  await expect(again).toContainText('Claude Code is no longer waiting. Your answer starts it again');
  await expectAccessible(page, 'a card that nobody waits for');
  await again.getByRole('radio', { name: 'SQLite', exact: true }).click();
  await press(again, 'Submit answers');
  await untilSaid(page, /Heard: .*SQLite/s);
  await untilIdle(page);
  await expect(chatList(page)).toBeVisible();
  await expect(conversation(page)).toBeVisible();
});

test('an agent’s model and mode are chosen beside its name, and one that decides by itself says so', async ({
  parley: { page },
}) => {
  await button(page, 'Agent: Claude Code').click();
  const picker = page.getByRole('dialog', { name: 'Who works in this chat', exact: true });
  await expect(picker).toContainText('after its first message in this folder');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'options');
  await untilSaid(page, 'mode=default model=opus effort=medium fast=false');
  await button(page, 'Agent: Claude Code · Opus').click();
  const settings = picker.getByRole('group', { name: 'Settings of Claude Code', exact: true });
  await settings.getByRole('combobox', { name: 'Model', exact: true }).selectOption('Sonnet');
  await settings.getByRole('radio', { name: 'On', exact: true }).click();
  await expect(settings).toContainText('Asks before each edit and command');
  await settings.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('auto');
  await expect(settings).toContainText('A model decides what needs you');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Agent: Claude Code · Sonnet, decides by itself')).toBeVisible();
  await send(page, 'options');
  await untilSaid(page, 'mode=auto model=sonnet effort=medium fast=true');
});

test('an agent that wants its person to sign in offers its own ways where its turn stopped', async ({
  parley: { page },
}) => {
  await send(page, 'sign out');
  const problem = page.getByRole('group', { name: 'Problem' });
  await expect(problem).toContainText('auth login');
  await press(problem, 'Log in with your subscription');
  await expect(conversation(page)).toContainText('login.example');
});

test('a key that an agent wants is entered where its turn stopped, and removed in Settings', async ({
  parley: { page },
}) => {
  await send(page, 'sign out');
  const fields = page.getByRole('form', { name: 'Use a key', exact: true });
  await fields.getByLabel('Key (LIKE_KEY)', { exact: true }).fill('right-key');
  await expect(fields.getByLabel('Key (LIKE_KEY)', { exact: true })).toHaveAttribute('type', 'password');
  await expectAccessible(page, 'the fields of a key');
  await page.keyboard.press('Enter');
  await untilSaid(page, 'Signed in with a key.');
  await openSettings(page, 'Agents');
  await page
    .getByRole('button', { name: /^Claude Code/ })
    .first()
    .click();
  const keys = page.getByRole('list', { name: 'Keys of Claude Code', exact: true });
  await expect(keys).toHaveText(/LIKE_KEYRemove/);
  await expectAccessible(page, 'the keys of an agent in Settings');
  await button(keys, 'Remove LIKE_KEY').click();
  await button(keys, 'Undo removing LIKE_KEY').click();
  await expect(button(keys, 'Remove LIKE_KEY')).toBeVisible();
});

test('a key is entered in Settings before an agent was ever started, replaced and removed there', async ({
  parley: { page },
}) => {
  await openSettings(page, 'Agents');
  await page
    .getByRole('button', { name: /^Claude Code/ })
    .first()
    .click();
  const fields = page.getByRole('form', { name: 'Anthropic API key of Claude Code', exact: true });
  const field = fields.getByLabel('Anthropic API key', { exact: true });
  await field.fill('sk-1\u200b');
  await button(fields, 'Save key').click();
  await expect(fields.getByRole('alert')).toContainText('hidden character');
  await field.fill('sk-1');
  await page.keyboard.press('Enter');
  await expect(button(fields, 'Replace key')).toBeVisible();
  await expect(field).toHaveValue('');
  await expectAccessible(page, 'the key of an agent in Settings');
  await button(fields, 'Remove ANTHROPIC_API_KEY').click();
  await button(fields, 'Undo removing ANTHROPIC_API_KEY').click();
  await button(fields, 'Remove ANTHROPIC_API_KEY').click();
  await expect(button(fields, 'Save key')).toBeVisible();
});

test('an agent’s own commands are in the list after a slash, and reach it as they are written', async ({
  parley: { page },
}) => {
  await send(page, 'look');
  await untilSaid(page, 'most of them never change');
  await expect(page.getByRole('img', { name: /Context: 25 % used. About \$0\.42 so far/ })).toBeVisible();
  await composer(page).pressSequentially('/comp');
  const commands = page.getByRole('listbox', { name: 'Commands', exact: true });
  await expect(commands.getByRole('option')).toHaveText([/Clear the conversation and keep a summary/]);
  await composer(page).press('Enter');
  await untilSaid(page, 'Heard: /compact');
});

test.describe('on the first page', () => {
  test.use({ firstRun: true, env: {} });

  test('an agent that was found is one press away', async ({ parley: { page } }) => {
    const tile = page.getByRole('listitem').filter({ hasText: 'Claude Code' });
    await expect(tile).toContainText('Ready');
    await button(tile, 'Claude Code').click();
    await expect(button(page, 'Agent: Claude Code')).toBeVisible();
    await send(page, 'Hello');
    await untilSaid(page, 'Heard: Hello');
  });
});

const scriptedTest = base.extend({
  env: async ({ hostName: _ }, use) => use({ PARLEY_AGENT: 'acp/scripted' }),
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      withScriptedAgent(dataDir, { END_TURN: join(dataDir, 'end') });
    }),
});

scriptedTest(
  'what an agent goes on with after its turn stands in the head, and is stopped there',
  async ({ parley: { page } }) => {
    await send(page, 'leave a command running');
    const head = page.getByRole('main').locator('header').first();
    await expect(head).toContainText('1 in the background');
    await expect(button(head, 'Stop')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    const count = head.getByText('1 in the background', { exact: true });
    await expect(count).toBeInViewport({ ratio: 1 });
    expect(
      await count.evaluate((words) => words.scrollWidth <= words.clientWidth),
      'nothing is cut off',
    ).toBe(true);
    await button(head, 'Stop').click();
    await expect(count).toBeHidden();
  },
);
