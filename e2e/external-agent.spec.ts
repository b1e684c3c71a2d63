import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { withScriptedAgent } from '../test/main/agents/external/external-chat.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  button,
  conversation,
  openAgents,
  press,
  readToEnd,
  send,
  untilAgentIs,
  untilIdle,
  untilSaid,
  waitingCard,
  waitingPlan,
} from './support/chat.ts';
import { openSettings, settingsParts } from './support/pages.ts';
import { test as base } from './support/parley.ts';

/** A Parley whose new chats are worked in by the scripted agent, in a process of its own. */
const test = base.extend({
  env: async ({ hostName: _ }, use) => use({ PARLEY_AGENT: 'acp/scripted' }),
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      withScriptedAgent(dataDir);
    }),
});

const permission = (page: Page) => page.getByRole('region', { name: /^Permission: / }).last();

/** Answers the two questions of the scripted agent. */
async function answer(page: Page): Promise<void> {
  const card = await waitingCard(page);
  await expect(card).toContainText('Which store should we use?');
  await card.getByRole('radio', { name: /^SQLite/ }).click();
  await card.getByRole('tab', { name: 'Checks' }).click();
  await card.getByRole('checkbox', { name: /^Lint/ }).click();
  await card.getByRole('tab', { name: 'Review', exact: true }).click();
  await press(card, 'Submit answers');
}

test('an external agent asks, plans, is refused and permitted, and goes on after Parley was killed', async ({
  parley,
}) => {
  const { page } = parley;
  await send(page, 'ask');
  await waitingCard(page);
  await answer(page);
  await untilSaid(page, '"question_1":["Lint"]');

  await send(page, 'propose');
  const plan = await waitingPlan(page);
  await button(plan, 'Edit').click();
  await plan.getByRole('textbox', { name: 'Plan', exact: true }).fill('# Plan\n\n1. Use one file\n');
  await button(plan, 'Done').click();
  await expect(plan).toContainText(
    'Edited by you. The agent gets a yes to its own version, and yours in the next message.',
  );
  await press(plan, 'Approve plan');
  await untilSaid(page, /"optionId":"exit-plan-default".*Heard: I changed the plan.*Use one file/s);

  await send(page, 'permit');
  const refused = permission(page);
  await expect(refused).toContainText('touch made.txt');
  await expect(button(refused, 'Edit command')).toHaveCount(0);
  await button(refused, 'Suggest a command').click();
  const reason = refused.getByRole('textbox', { name: 'Reason', exact: true });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveValue('Run this instead:\ntouch made.txt');
  await reason.fill('Run this instead:\ntouch other.txt');
  await press(refused, 'No');
  await untilSaid(
    page,
    /"optionId":"reject".*Heard: I said no to “touch made\.txt”\. Run this instead:\s*touch other\.txt/s,
  );

  await send(page, 'permit');
  const allowed = page.getByRole('region', { name: 'Permission: touch made.txt, request 2', exact: true });
  await press(allowed, 'Yes');
  await untilSaid(page, '"optionId":"allow-once"');

  await send(page, 'ask');
  await waitingCard(page);
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGKILL');
  await parley.start();
  await answer(parley.page);
  await untilSaid(parley.page, /Heard: Which store should we use\?\s*SQLite/s);
});

test('the work of an external agent stands in lines that open to what it changed', async ({
  parley: { page },
}) => {
  await send(page, 'tell');
  const log = conversation(page);
  await untilIdle(page);
  await log.getByRole('button', { name: /Edit README\.md/ }).click();
  await expect(log.getByRole('group', { name: 'Changes of README.md' })).toContainText('new');
  await expectAccessible(page, 'the work of an external agent is open');
});

test('agents of this machine are in the picker and in Settings', async ({ parley: { page } }) => {
  await untilAgentIs(page, 'scripted');
  await openAgents(page);
  const group = page.getByRole('group', { name: 'Agents on this machine', exact: true });
  await expect(group.getByRole('option')).toHaveText([/^scripted/]);
  await page.keyboard.press('Escape');
  await openSettings(page, 'Agents');
  const row = page.getByRole('listitem').filter({ hasText: 'Claude Code' });
  await expect(row).toContainText('Not installed');
  await row.getByRole('button', { name: 'Claude Code', exact: true }).click();
  await expect(row).toContainText('None of their install scripts run.');
  await expectAccessible(page, 'the agents of Settings');
});

test.describe('where nothing in the environment chooses', () => {
  test.use({ env: {} });

  test('the agent that new chats start with is the one that Models name, and is left there', async ({
    parley: { page },
  }) => {
    await openSettings(page, 'Agents');
    const row = page.getByRole('listitem').filter({ hasText: 'scripted' });
    await button(row, 'Use for new chats').click();
    await expect(row).toContainText('Starts new chats');
    await expect(row.getByRole('button', { name: 'scripted', exact: true })).toBeFocused();
    await button(settingsParts(page), 'Models').click();
    const start = page.getByRole('combobox', { name: 'Start with', exact: true });
    await expect(start.locator('option:checked')).toHaveText('scripted');
    await start.focus();
    await start.selectOption({ label: 'Built-in guide' });
    await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
    await expect(start).toBeFocused();
    await start.selectOption({ label: 'scripted' });
    await button(settingsParts(page), 'Agents').click();
    await expect(row).toContainText('Starts new chats');
  });
});

test('an external agent starts once what it reads in the folder was seen', async ({
  parley: { page, workspaceDir },
}) => {
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: 'sh hooks/check.sh' }] }] };
  mkdirSync(join(workspaceDir, '.claude'));
  mkdirSync(join(workspaceDir, 'hooks'));
  writeFileSync(join(workspaceDir, 'hooks/check.sh'), 'exit 0');
  writeFileSync(join(workspaceDir, '.claude/settings.json'), JSON.stringify({ hooks }));
  await page.reload();
  const card = page.getByRole('region', { name: 'Trust tiny-parser?', exact: true });
  await expect(card).toContainText('hooks.SessionStart[0].hooks[0].command = sh hooks/check.sh');
  await expect(card).toContainText('Script of this folder: hooks/check.sh');
  await expectAccessible(page, 'a folder that asks for trust for an agent');
  await send(page, 'hello');
  await expect(conversation(page)).toContainText('was not started: this folder has files that it could run');
  await readToEnd(card, 'Trust folder');
  await press(card, 'Trust folder');
  await expect(card).toBeHidden();
  await button(conversation(page), 'Retry').click();
  await untilSaid(page, 'Hello from the script.');
});
