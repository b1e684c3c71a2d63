import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { withKeptSessions } from '../test/main/agents/external/external-chat.ts';
import { expectAccessible } from './support/accessibility.ts';
import { button, chatList, composer, conversation, send, untilSaid } from './support/chat.ts';
import { test as base } from './support/parley.ts';

const words = (sessionUpdate: string, text: string) => ({ sessionUpdate, content: { type: 'text', text } });

const menu = [
  words('user_message_chunk', 'Which soups fit the season?'),
  words('agent_message_chunk', 'Pumpkin and leek.'),
];

const session = (sessionId: string, title: string, updatedAt: string) => ({ sessionId, title, updatedAt });

const pages = [
  {
    sessions: [
      session('soups', 'Soups of the season', '2026-11-20T10:00:00Z'),
      session('gone', 'A session that vanished', '2026-11-02T10:00:00Z'),
    ],
    nextCursor: '1',
  },
  { sessions: [session('old', 'The very first one', '2025-03-02T10:00:00Z')] },
];

/** A Parley whose agent keeps sessions. */
const test = base.extend({
  env: async ({ hostName: _ }, use) => use({ PARLEY_AGENT: 'acp/claude' }),
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      withKeptSessions(dataDir, { pages, told: { soups: { updates: menu, end: 'answer' } } });
    }),
});

async function openList(page: Page) {
  await button(page, 'Agent: Claude Code').click();
  await button(page, 'Open an earlier session').click();
  return page.getByRole('region', { name: 'Earlier sessions of Claude Code', exact: true });
}

test('an earlier session of the agent is chosen beside its name, and the chat goes on with it', async ({
  parley: { page },
}) => {
  const sessions = await openList(page);
  await expect(sessions.getByRole('listitem')).toHaveText([
    /^Soups of the season/,
    /^A session that vanished/,
  ]);
  await expectAccessible(page, 'earlier sessions');
  await button(sessions, 'Show more').click();
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await button(sessions, 'Back').click();
  await button(page, 'Open an earlier session').click();
  await sessions.getByRole('button', { name: /^Soups/ }).click();
  await expect(sessions).toBeHidden();
  await untilSaid(page, 'Pumpkin and leek.');
  await expect(conversation(page)).toContainText('Which soups fit the season?');
  await expect(chatList(page)).toContainText('Soups of the season');
  await send(page, 'And bread?');
  await untilSaid(page, 'Heard in soups: And bread?');
});

test('a session that is gone says so, and a message begins a new one', async ({ parley: { page } }) => {
  const sessions = await openList(page);
  await sessions.getByRole('button', { name: /vanished/ }).click();
  const problem = page.getByRole('group', { name: 'Problem' });
  await expect(problem).toContainText('Claude Code could not open that session: Resource not found');
  await composer(page).fill('Then anew');
  await composer(page).press('Enter');
  await untilSaid(page, /Heard in new\d+: Then anew/);
});
