import { expect, type Page } from '@playwright/test';
import { breakTable } from '../test/main/storage/break-table.ts';
import { call, chooseMode, setTimeoutTo, testIn } from './support/asking.ts';
import { cards, composer, openSettled, press, send, waitingCard } from './support/chat.ts';
import { answer, bodyOf, lastMessage, say } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

const test = testIn('ask');

test.use({ manualClock: true });

const options = (...labels: string[]) => labels.map((label) => ({ label }));

const questions = [
  { id: 'cache', question: 'Where should the cache live?', options: options('SQLite', 'Files') },
  { id: 'tone', question: 'Which tone?', options: options('Plain', 'Warm') },
  { id: 'parts', question: 'Which parts?', options: options('Lexer', 'Parser'), multi: true },
];

const mark = (page: Page) => page.getByText('Chosen when time ran out; change it or leave it');

test('what a clock chose and could not send stays marked, except where it is changed by hand', async ({
  parley,
  provider,
}) => {
  const { page, dataDir, passTime } = parley;
  test.skip(passTime === null, 'a desktop goes by the time of the machine');
  provider.reply(answer(call('call-1', 'ask', { questions })), say('Thanks.'));
  await expect(composer(page)).toBeVisible();
  await setTimeoutTo(page, '600');
  await chooseMode(page, 'Edit');
  const mend = breakTable(dataDir, 'UPDATE OF settlement ON asks');
  await send(page, 'Go');
  const card = await waitingCard(page);
  await expect(card.getByRole('timer')).toBeVisible();
  await passTime?.(600_000);
  await expectStored(parley, '"auto":true');
  await expect(card.getByRole('timer')).toBeHidden();
  await expect(card).toContainText('Needs you');
  mend();
  await page.reload();
  await waitingCard(page);

  const tab = (name: string) => card.getByRole('tab', { name: new RegExp(`^${name}`) });
  await expect(card.getByRole('radio', { name: 'SQLite', exact: true })).toBeChecked();
  await expect(mark(page)).toBeVisible();
  await tab('tone').click();
  await expect(mark(page)).toBeVisible();
  await card.getByRole('radio', { name: 'Warm', exact: true }).click();
  await expect(mark(page)).toBeHidden();
  await card.getByRole('radio', { name: 'Plain', exact: true }).click();
  await tab('cache').click();
  await expect(mark(page), 'looked at, and left alone').toBeVisible();
  await tab('parts').click();
  await expect(mark(page)).toBeVisible();
  await tab('tone').click();
  await expect(mark(page), 'the same choice, made by hand').toBeHidden();
  await tab('Review').click();
  await expect(card.getByText('Chosen when time ran out', { exact: true })).toHaveCount(2);
  await press(card, 'Submit answers');

  const [result] = lastMessage(await bodyOf(provider, 1)).results;
  expect(result?.text).toBe(
    [
      'User answers:',
      'cache: SQLite (auto-selected after timeout)',
      'tone: Plain',
      'parts: [Lexer] (auto-selected after timeout)',
    ].join('\n'),
  );
  await openSettled(card);
  await expect(card.getByText('Chosen when time ran out', { exact: true })).toHaveCount(2);
  await expect(cards(page)).toContainText('Answered by you on this card');
});
