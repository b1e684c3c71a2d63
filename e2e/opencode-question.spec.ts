import { mkdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { withOpenCodeLikeAgent } from '../test/main/agents/external/external-chat.ts';
import { expectAccessible } from './support/accessibility.ts';
import { press, send, untilIdle, untilSaid, waitingCard } from './support/chat.ts';
import { test as base } from './support/parley.ts';

/** A Parley whose agent is a program that asks as OpenCode does. */
const test = base.extend({
  env: async ({ hostName: _ }, use) => use({ PARLEY_AGENT: 'acp/opencode' }),
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      withOpenCodeLikeAgent(dataDir);
    }),
});

test('OpenCode asks on a card, and hears a pick, several, and words of one’s own', async ({
  parley: { page },
}) => {
  await send(page, 'ask');
  const card = await waitingCard(page);
  await expect(card).toHaveAccessibleName(/OpenCode/);
  await expect(card).toContainText('Which store?');
  await expectAccessible(page, 'OpenCode asks');
  await card.getByRole('radio', { name: /^SQLite/ }).click();
  await card.getByRole('tab', { name: 'Checks' }).click();
  await card.getByRole('checkbox', { name: /^Lint/ }).click();
  await card.getByRole('checkbox', { name: /^Other/ }).click();
  await card.getByRole('textbox').first().fill('a11y');
  await card.getByRole('tab', { name: 'Review', exact: true }).click();
  await press(card, 'Submit answers');
  await untilSaid(page, 'Answered: [["SQLite"],["Lint","a11y"]]');
  await untilIdle(page);
});
