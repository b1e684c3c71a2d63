import { expect } from '@playwright/test';
import {
  button,
  cards,
  composer,
  conversation,
  pickFirstOfEach,
  send,
  textOutsideCards,
  untilIdle,
  waitingCard,
} from './support/chat.ts';
import { test } from './support/parley.ts';

test('the guide asks, is answered by clicking, and quotes the answers', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  const picked = await pickFirstOfEach(card);
  expect(picked.length).toBeGreaterThan(1);
  await button(card, 'Submit answers').click();
  await expect(card).toContainText('Answered');
  await untilIdle(page);
  const reply = await textOutsideCards(page);
  for (const label of picked) expect(reply).toContain(label.replace(' (Recommended)', ''));
});

test('a typed reply ends the questions and the guide follows it', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expect(card).toContainText('or just type a reply (this cancels these questions)');
  await send(page, 'just keep it short');
  await expect(card).toContainText('Answered in chat');
  await untilIdle(page);
  await expect(cards(page)).toHaveCount(1);
  const [, after] = (await textOutsideCards(page)).split('just keep it short', 2);
  expect(after).toMatch(/short/i);
});

test('the questions come from what is in the folder', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await expect(conversation(page)).toContainText('tiny-parser');
});

test('what was typed into Other stays readable after a typed reply', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Other', exact: true }).click();
  await card.getByRole('textbox', { name: 'Other answer', exact: true }).fill('for my future self');
  await send(page, 'just keep it short');
  await expect(card).toContainText('Answered in chat');
  await expect(card).toContainText('for my future self');
});

test('some questions can be left open, and Review says how many', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await card.getByRole('radio').first().click();
  await card.getByRole('tab', { name: 'Review', exact: true }).click();
  await expect(card).toContainText(/\d questions? (is|are) not answered/);
  await button(card, 'Submit answers').click();
  await expect(card).toContainText('Answered');
  await untilIdle(page);
  await expect(composer(page)).toBeEnabled();
});

test('dismissing takes effect after its five seconds, and can be undone before', async ({
  parley: { page },
}) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await button(card, 'Dismiss').click();
  await button(card, 'Dismiss questions').click();
  await button(card, 'Undo').click();
  await expect(card.getByRole('radio').first()).toBeVisible();
  await button(card, 'Dismiss').click();
  await card.getByRole('textbox', { name: 'Reason', exact: true }).fill('Not today');
  await button(card, 'Dismiss questions').click();
  await expect(card).toContainText('Declined');
  await expect(card).toContainText('Not today');
  await untilIdle(page);
});
