import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  button,
  composer,
  conversation,
  listSection,
  openFolder,
  press,
  send,
  untilIdle,
  waitingCard,
} from './support/chat.ts';
import { preview, rename, wish } from './support/previews.ts';
import { answer, ask, question, say, test } from './support/provider.ts';

const which = question('Which one?', 'Pick', 'Alpha', 'Beta');
const hanging = { type: 'hang' as const, blocks: [{ type: 'text' as const, text: 'Let me see.' }] };

/** Takes the focus from everything. */
const blur = (page: Page) => page.locator(':focus').evaluate((element: HTMLElement) => element.blur());

test('Escape stops the agent from an empty composer only, with nothing open', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(hanging);
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Let me see.');
  await composer(page).fill('a thought');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toHaveValue('a thought');
  await composer(page).fill('');
  await page.keyboard.press('ControlOrMeta+f');
  const search = page.getByRole('search', { name: 'Find in this chat', exact: true });
  await expect(search).toBeVisible();
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(button(page, 'Stop')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Resume')).toBeVisible();
});

test('Escape stops nothing while a card waits', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [which] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect(card).toContainText('Needs you');
  await expect(button(page, 'Stop')).toBeVisible();
});

test('after an answer, a decision and an undo the caret is in the composer', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [which] })), say('Thanks.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Alpha', exact: true }).click();
  await press(card, 'Submit answers');
  await expect(card).toContainText('Answered');
  await expect(composer(page)).toBeFocused();

  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  provider.reply(answer(rename), wish(), say('Renamed.'));
  await send(page, 'Rename it');
  await press(preview(page), 'Apply');
  await expect(button(preview(page), 'Undo')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await press(preview(page), 'Undo');
  await expect(button(preview(page), 'Undo')).toBeHidden();
  await expect(composer(page)).toBeFocused();
});

test('another chat has the caret in its composer, and letters typed anywhere go there', async ({
  parley: { page, workspaceDir },
}) => {
  await openFolder(page, join(workspaceDir, '..', 'inner'));
  const other = listSection(page, 'tiny-parser').locator('[data-list-row]');
  await other.click();
  await expect(other).toHaveAttribute('aria-current', 'page');
  await expect(composer(page)).toBeFocused();
  await blur(page);
  await page.keyboard.type('hello');
  await expect(composer(page)).toHaveValue('hello');
  await button(page, 'Attach').focus();
  await page.keyboard.press('w');
  await expect(composer(page)).toHaveValue('hellow');
  await expect(composer(page)).toBeFocused();
});

test('the line over a message that will be queued covers nothing of the conversation’s end', async ({
  parley: { page },
  provider,
}) => {
  const text = Array.from({ length: 120 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
  provider.reply({ type: 'hang', blocks: [{ type: 'text', text }] });
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Paragraph 119.');
  const belowEnd = () =>
    conversation(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  await expect.poll(belowEnd).toBeLessThan(2);
  await composer(page).fill('text');
  await expect(page.getByText('Claude reads this next', { exact: true })).toBeVisible();
  await expect.poll(belowEnd).toBeLessThan(2);
});

test('the agent can be stopped while something is written, which stays', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(hanging);
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Let me see.');
  await composer(page).fill('a thought');
  await expect(button(page, 'Send')).toBeEnabled();
  await button(page, 'Stop').click();
  await expect(button(page, 'Resume')).toBeVisible();
  await expect(composer(page)).toHaveValue('a thought');
  await expect(composer(page)).toBeFocused();
});

test('Home, End and the Page keys scroll the conversation from anywhere but a field', async ({
  parley: { page },
  provider,
}) => {
  const lines = Array.from({ length: 120 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
  provider.reply(say(lines));
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Paragraph 119.');
  await untilIdle(page);
  const top = () => conversation(page).evaluate((log) => log.scrollTop);
  await composer(page).fill('text');
  const end = await top();
  expect(end).toBeGreaterThan(500);
  await page.keyboard.press('Home');
  expect(await top(), 'in a field the key is the field’s').toBe(end);
  await blur(page);
  await page.keyboard.press('PageUp');
  await expect.poll(top).toBeLessThan(end - 100);
  await page.keyboard.press('Home');
  await expect.poll(top).toBe(0);
  await button(page, 'Attach').focus();
  await page.keyboard.press('End');
  await expect.poll(top).toBeGreaterThan(500);
  await expect(page.getByText('Paragraph 119.', { exact: true })).toBeInViewport();
});
