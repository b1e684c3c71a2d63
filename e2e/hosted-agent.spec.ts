import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import {
  button,
  conversation,
  openAgents,
  send,
  untilAgentIs,
  untilArmed,
  untilIdle,
  untilSaid,
  waitingCard,
} from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { quietEnv, test as base } from './support/parley.ts';

const agent = join(import.meta.dirname, '../src/main/testing/scripted-acp-agent.ts');

/** A Parley whose new chats are worked in by the scripted agent, in a process of its own. */
const test = base.extend({
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      const server = { command: process.execPath, args: [agent], env: {} };
      writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { scripted: server } }));
    }),
  env: async ({ hostName: _ }, use) => use({ ...quietEnv, PARLEY_AGENT: 'acp/scripted' }),
});

test('a hosted agent asks on the question card, and goes on with the answer', async ({
  parley: { page },
}) => {
  await send(page, 'ask');
  const card = await waitingCard(page);
  await expect(card).toContainText('Which store should we use?');
  await card.getByRole('radio', { name: /^SQLite/ }).click();
  await button(card, 'Next').click();
  await card.getByRole('checkbox', { name: /^Lint/ }).click();
  await expectAccessible(page, 'a hosted agent asks');
  await button(card, 'Submit').click();
  await untilSaid(page, '"question_1":["Lint"]');
  await untilIdle(page);
});

test('a hosted agent asks for permission in its own words', async ({ parley: { page } }) => {
  await send(page, 'permit');
  const card = page.getByRole('region', { name: /^Permission: / });
  await untilArmed(card);
  await expect(card).toContainText('touch made.txt');
  await expectAccessible(page, 'a hosted agent asks for permission');
  await button(card, 'Yes').click();
  await untilSaid(page, '"optionId":"allow-once"');
});

test('the work of a hosted agent stands in lines that open to what it changed', async ({
  parley: { page },
}) => {
  await send(page, 'tell');
  const log = conversation(page);
  const line = log.getByRole('button', { name: /Edit README\.md/ });
  await line.click();
  await expect(log).toContainText('README.md');
  await expect(log.getByRole('group', { name: 'Changes of README.md' })).toContainText('new');
  await expectAccessible(page, 'the work of a hosted agent is open');
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
  await button(row, 'Install').click();
  await expect(row).toContainText('npm install --prefix');
  await expectAccessible(page, 'the agents of Settings');
});
