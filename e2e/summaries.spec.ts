import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation, send, untilIdle } from './support/chat.ts';
import { say, test as base } from './support/provider.ts';

/** A Parley whose model is one of the table, so that it is known how much it reads. */
const test = base.extend({ choices: { agent: 'anthropic/claude-sonnet-4-5' } });

const summary = (page: Page) =>
  conversation(page).getByRole('button', { name: 'Summarised what was said before', exact: true });

test('a chat that is nearly full says so, is summarised, and the summary is read, edited and taken back', async ({
  parley: { page },
  provider,
}) => {
  provider.reply({ ...say('Tabs it is.'), inputTokens: 164_000 });
  await send(page, 'Use tabs everywhere');
  await untilIdle(page);
  await expect(page.getByRole('img', { name: /^Context: 82 % used\. About \$0\.49 so far\./ })).toBeVisible();
  const hint = page.getByRole('region', { name: 'Context', exact: true });
  await expect(hint).toContainText('82 % of what the model can read is used.');
  await expectAccessible(page, 'a nearly full chat');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1200, height: 800 });

  provider.reply(say('They want **tabs** everywhere.'));
  await button(hint, 'Compact').click();
  await expect(summary(page)).toBeVisible();
  await expect(hint).toBeHidden();
  await expect(conversation(page)).toContainText('Use tabs everywhere');
  await summary(page).click();
  await expect(conversation(page)).toContainText('They want tabs everywhere.');
  await button(conversation(page), 'Edit').click();
  await page.getByRole('textbox', { name: 'Summary', exact: true }).fill('They want spaces.');
  await button(conversation(page), 'Save').click();
  await expect(conversation(page)).toContainText('They want spaces.');
  await button(conversation(page), 'Undo').click();
  await expect(summary(page)).toBeHidden();
});

test('/compact alone summarises, and says so where there is nothing to', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('Tabs it is.'));
  await send(page, 'Use tabs everywhere');
  await untilIdle(page);
  provider.reply(say('They want tabs.'));
  await composer(page).fill('/compact');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await untilIdle(page);
  await composer(page).fill('/compact');
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is nothing to summarise now.')).toBeVisible();
  expect(provider.requests).toHaveLength(2);
});

test('/compact while the agent works waits for the end of its turn', async ({
  parley: { page },
  provider,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  provider.reply({ ...say('Tabs it is.'), after: released });
  provider.reply(say('They want tabs.'));
  await send(page, 'Use tabs everywhere');
  await composer(page).fill('/compact');
  await page.keyboard.press('Enter');
  const line = page.getByText('The earlier messages are summarised once Claude is done');
  await expect(line).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  release();
  await expect(summary(page)).toBeVisible();
  await expect(line).toBeHidden();
  expect(provider.requests).toHaveLength(2);
});
