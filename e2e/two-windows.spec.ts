import { expect } from '@playwright/test';
import { button, cards, openSettled, send, untilArmed, untilIdle, waitingCard } from './support/chat.ts';
import { answer, ask, question, say, test } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

test.use({ alone: true });

const questions = [
  question('Which tone?', 'Tone', 'Plain', 'Warm'),
  question('Which length?', 'Length', 'Short', 'Long'),
];

test('a window that knows less never erases what another one has entered', async ({ parley, provider }) => {
  test.skip(parley.address === null, 'a desktop host has one window');
  provider.reply(answer(ask('call-1', { questions })));
  await send(parley.page, 'Go');
  const first = await waitingCard(parley.page);
  const typed = first.getByRole('textbox', { name: 'Other answer', exact: true });
  await first.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await typed.fill('begun in window one');
  await expectStored(parley, 'begun in window one');
  const second = await parley.page.context().newPage();
  parley.console.watch(second);
  await second.goto(parley.address ?? '');
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
  test.skip(parley.address === null, 'a desktop host has one window');
  provider.reply(
    answer(ask('call-1', { questions: [question('Which tone?', 'Tone', 'Plain', 'Warm')] })),
    say('Thanks.'),
  );
  await send(parley.page, 'Go');
  const first = await waitingCard(parley.page);
  const second = await parley.page.context().newPage();
  parley.console.watch(second);
  await second.goto(parley.address ?? '');
  await cards(second).getByRole('radio', { name: 'Warm', exact: true }).click();
  await first.getByRole('radio', { name: 'Plain', exact: true }).click();
  // Both are pressed as they stand: the slower one may be gone before a click could be aimed at it.
  const submits = [button(first, 'Submit answers'), button(cards(second), 'Submit answers')];
  for (const page of [parley.page, second]) await untilArmed(cards(page));
  const pressed = await Promise.all(submits.map((submit) => submit.elementHandle()));
  await Promise.all(pressed.map((submit) => submit?.evaluate((element: HTMLElement) => element.click())));
  await untilIdle(parley.page);
  for (const page of [parley.page, second]) await openSettled(cards(page));
  const won = await first.getByRole('listitem').first().textContent();
  for (const page of [parley.page, second]) {
    await expect(cards(page)).toContainText('Answered');
    await expect(cards(page).getByRole('listitem').first()).toContainText(/Plain|Warm/);
    await expect(cards(page).getByRole('alert')).toBeHidden();
  }
  expect(won).toMatch(/Plain|Warm/);
});
