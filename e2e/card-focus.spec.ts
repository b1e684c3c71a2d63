import { expect } from '@playwright/test';
import { button, cards, composer, send, untilArmed, untilIdle, waitingCard } from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

const which = question('Which one?', 'Pick', 'Alpha', 'Beta');
const next = question('And then?', 'Then', 'Gamma', 'Delta');

test('an answered card gives the focus to the composer', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [which] })), say('Thanks.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Alpha', exact: true }).focus();
  await untilArmed(card);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Answered');
  await expect(composer(page)).toBeFocused();
  await untilIdle(page);
});

test('an answered card takes the caret from nobody', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [which] })), say('Fine.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).fill('My own words');
  await composer(page).press('Enter');
  await expect(card).toContainText('Answered in chat');
  await expect(composer(page)).toBeFocused();
});

test('after a reload the first option, or the chosen one, has the focus', async ({ parley, provider }) => {
  const { page } = parley;
  provider.reply(answer(ask('call-1', { questions: [question('Which one?', 'Pick', 'Alpha', 'Omega')] })));
  await send(page, 'Go');
  await waitingCard(page);
  await page.reload();
  const card = await waitingCard(page);
  await expect(card.getByRole('radio', { name: 'Alpha', exact: true })).toBeFocused();
  await card.getByRole('radio', { name: 'Omega', exact: true }).click();
  await expectStored(parley, '"picks":["Omega"]');
  await page.reload();
  await expect(card.getByRole('radio', { name: 'Omega', exact: true })).toBeFocused();
});

test('of two new cards the first gets the focus, and each leads to the other', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [which] }), ask('call-2', { questions: [next, which] })));
  await send(page, 'Go');
  await expect(cards(page)).toHaveCount(2);
  await page.reload();
  const [first, second] = [cards(page).first(), cards(page).last()];
  await expect(first.getByRole('radio', { name: 'Alpha', exact: true })).toBeFocused();
  await expect(first.locator('[data-direction=down]')).toBeVisible();
  await button(first, 'Next waiting card').click();
  await expect(second.getByRole('radio', { name: 'Gamma', exact: true })).toBeFocused();
  await expect(second.locator('[data-direction=up]')).toBeVisible();
  await button(second, 'Next waiting card').press('Enter');
  await expect(first.getByRole('radio', { name: 'Alpha', exact: true })).toBeFocused();
});

test('in tabs Enter on the chosen option goes on, Space takes it back', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [which, next] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  const alpha = card.getByRole('radio', { name: 'Alpha', exact: true });
  await alpha.click();
  await card.getByRole('tab', { name: 'Pick', exact: true }).click();
  await alpha.press('Enter');
  await expect(card.getByRole('tab', { name: 'Then', exact: true })).toHaveAttribute('aria-selected', 'true');
  await card.getByRole('tab', { name: 'Pick', exact: true }).click();
  await expect(alpha).toBeChecked();
  await alpha.press('Space');
  await expect(alpha).not.toBeChecked();
});
