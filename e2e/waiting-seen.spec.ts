import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  button,
  cards,
  composer,
  listSection,
  openFolder,
  press,
  send,
  untilIdle,
  waitingCard,
} from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';

const rows = (page: Page) =>
  page.getByRole('navigation', { name: 'Chats', exact: true }).locator('[data-list-row]');

const tone = question('Which tone?', 'Tone', 'Plain', 'Warm');

test('a workspace nobody opened since the start says in the list and the title that it waits', async ({
  parley,
  provider,
}) => {
  provider.reply(answer(ask('a', { questions: [tone] }), ask('b', { questions: [tone] })), say('Thanks.'));
  await send(parley.page, 'Go');
  await waitingCard(parley.page);
  await expect(cards(parley.page)).toHaveCount(2);
  await openFolder(parley.page, join(parley.workspaceDir, '..', 'other-place'));
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGKILL');
  await parley.start();
  const { page } = parley;
  await openOther(page);
  await page.reload();
  await expect(listSection(page, 'other-place').locator('[aria-current=page]')).toBeVisible();
  const waiting = listSection(page, 'Needs you').locator('[data-list-row]');
  await expect(waiting).toContainText('Claude has a question');
  await expect(waiting.getByText('2', { exact: true })).toBeVisible();
  await expect(rows(page).first(), 'who waits comes first').toContainText('Claude has a question');
  if (parley.host === 'browser') await expect(page).toHaveTitle(/^\(2\) /);
  await waiting.click();
  await expect(cards(page)).toHaveCount(2);
  for (const card of await cards(page).all()) {
    await card.getByRole('radio', { name: 'Plain', exact: true }).click();
    await press(card, 'Submit answers');
    await expect(card).toContainText('Answered');
  }
  await untilIdle(page);
  await expect(waiting).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^\(/);
});

/** A desktop window may open any chat when it begins anew. */
async function openOther(page: Page): Promise<void> {
  await listSection(page, 'other-place').locator('[data-list-row]').click();
}

test('while a question waits the status says so, and nothing looks busy', async ({
  parley: { page },
  provider,
}) => {
  const gate = Promise.withResolvers<void>();
  provider.reply({ ...answer(ask('a', { questions: [tone] })), after: gate.promise }, say('Thanks.'));
  await send(page, 'Go');
  const busy = page.getByRole('status').filter({ hasText: 'Working…' });
  await expect(busy).toBeVisible();
  gate.resolve();
  const card = await waitingCard(page);
  await expect(busy).toBeHidden();
  await expect(button(page, 'Stop')).toBeVisible();
  await button(card, 'Collapse').click();
  await expect(page.getByRole('status').filter({ hasText: 'Awaiting your input…' })).toBeVisible();
});

test('what waits is said once in each place: over the message, on its card, in the list and in the title', async ({
  parley: { page, host },
  provider,
}) => {
  provider.reply(answer(ask('a', { questions: [tone] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  const said = (within: Page | Locator, text: string) =>
    within.getByText(text, { exact: true }).filter({ visible: true });
  await expect(said(page, 'Awaiting your input…')).toHaveCount(1);
  await expect(said(card, 'Needs you')).toHaveCount(1);
  await expect(listSection(page, 'Needs you').getByRole('heading')).toHaveText(['Needs you1']);
  // Nowhere else: not in the head, not in the field, and no pill leads to what is in sight.
  await expect(said(page, 'Needs you')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go');
  await expect(composer(page)).toHaveAttribute('placeholder', 'Reply to Claude');
  if (host === 'browser') await expect(page).toHaveTitle(/^\(1\) /);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(said(page, 'Awaiting your input…')).toHaveCount(1);
  await expect(said(page, 'Needs you')).toHaveCount(1);
  await expect(button(page, 'Show sidebar')).toHaveAccessibleDescription('1 thing needs you');
});

test('Stop asks first where something typed is not sent, and keeps it readable', async ({
  parley,
  provider,
}) => {
  const { page } = parley;
  provider.reply(answer(ask('a', { questions: [tone] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await card.getByRole('textbox', { name: 'Other answer', exact: true }).fill('Both, in turn');
  await button(page, 'Stop').click();
  await expect(button(page, 'Stop anyway')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('textbox', { name: 'Other answer', exact: true })).toHaveValue('Both, in turn');
  await expect(card).toContainText('Needs you');
  await button(page, 'Stop').click();
  await button(page, 'Stop anyway').click();
  await expect(card).toContainText('Stopped');
  await button(card, 'Collapse').click();
  await expect(card).toContainText('Both, in turn');
  await expect(composer(page)).toBeVisible();
});
