import { expect } from '@playwright/test';
import {
  button,
  cards,
  openSettled,
  press,
  send,
  untilArmed,
  untilSaid,
  waitingCard,
} from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';
import { openSecondWindow } from './support/second-window.ts';
import { expectStored } from './support/stored.ts';

test.use({ alone: true });

const questions = [
  question('Which tone?', 'Tone', 'Plain', 'Warm'),
  question('Which length?', 'Length', 'Short', 'Long'),
];

test('a window that knows less never erases what another one has entered', async ({ parley, provider }) => {
  provider.reply(answer(ask('call-1', { questions })));
  await send(parley.page, 'Go');
  const first = await waitingCard(parley.page);
  const typed = first.getByRole('textbox', { name: 'Other answer', exact: true });
  await first.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await typed.fill('begun in window one');
  await expectStored(parley, 'begun in window one');
  const { page: second } = await openSecondWindow(parley);
  await expect(cards(second).getByRole('textbox', { name: 'Other answer', exact: true })).toHaveValue(
    'begun in window one',
  );

  await typed.fill('ended in window one');
  await expectStored(parley, 'ended in window one');
  await cards(second).getByRole('tab', { name: 'Length', exact: true }).click();
  await cards(second).getByRole('radio', { name: 'Short', exact: true }).click();
  await expectStored(parley, '"picks":["Short"]');

  for (const page of [parley.page, second]) {
    await page.reload();
    await cards(page).getByRole('tab', { name: 'Review', exact: true }).click();
    await expect(button(cards(page), 'Submit answers')).toBeVisible();
    await expect(cards(page)).toContainText('ended in window one');
    await expect(cards(page)).toContainText('Short');
  }
});

test('the first answer wins, and the card of the other window closes with it', async ({
  parley,
  provider,
}) => {
  provider.reply(
    answer(ask('call-1', { questions: [question('Which tone?', 'Tone', 'Plain', 'Warm')] })),
    say('Thanks.'),
  );
  await send(parley.page, 'Go');
  const first = await waitingCard(parley.page);
  const second = await openSecondWindow(parley);
  const other = cards(second.page);
  await other.getByRole('radio', { name: 'Warm', exact: true }).click();
  await untilArmed(other);
  await expectStored(parley, '"picks":["Warm"]');
  second.hold();
  await first.getByRole('radio', { name: 'Plain', exact: true }).click();
  await press(first, 'Submit answers');
  await untilSaid(parley.page, 'Thanks.');
  await button(other, 'Submit answers').click();
  second.release();
  for (const card of [first, other]) {
    await openSettled(card);
    await expect(card).toContainText('Answered');
    await expect(card.getByRole('listitem').first()).toContainText('Plain');
    await expect(card.getByRole('alert')).toBeHidden();
  }
});
