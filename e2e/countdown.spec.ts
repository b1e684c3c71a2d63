import { expect, type Locator, type Page } from '@playwright/test';
import { expectFlawless, expectNoSidewaysScroll } from './support/accessibility.ts';
import { call, chooseMode, setTimeoutTo, testIn } from './support/asking.ts';
import {
  button,
  cards,
  composer,
  openSettled,
  send,
  untilIdle,
  untilSaid,
  waitingCard,
} from './support/chat.ts';
import { answer, bodyOf, lastMessage, say } from './support/provider.ts';
import { openSecondWindow } from './support/second-window.ts';

const test = testIn('ask');

const options = (...labels: string[]) => labels.map((label) => ({ label, description: `About ${label}` }));

const cache = {
  id: 'cache',
  question: 'Where should the cache live?',
  options: options('SQLite', 'Files'),
  recommended: 1,
};
const parts = { id: 'parts', question: 'Which parts?', options: options('Lexer', 'Parser'), multi: true };
const wording = { id: 'wording', question: 'How should it be worded?', options: [] };

const asks = (id: string, ...questions: object[]) => answer(call(id, 'ask', { questions }));

const timer = (page: Page | Locator) => page.getByRole('timer', { name: 'Time left', exact: true });

const mark = 'Chosen when time ran out';

/** Asks in exec mode, with a countdown that ends long after the test. */
async function askWithCountdown(page: Page, message = 'Go'): Promise<Locator> {
  await send(page, message);
  const card = await waitingCard(page);
  await expect(timer(card)).toHaveText(/^Goes on without you in \d+:\d\d$/);
  return card;
}

async function begin(page: Page, seconds: string): Promise<void> {
  await expect(composer(page)).toBeVisible();
  await setTimeoutTo(page, seconds);
  await chooseMode(page, 'Edit');
}

test('the button stops a countdown for good, in every window and beyond a restart', async ({
  parley,
  provider,
}) => {
  const { page } = parley;
  provider.reply(asks('call-1', cache, parts));
  await begin(page, '600');
  const { page: second } = await openSecondWindow(parley);
  const card = await askWithCountdown(page);
  await expect(timer(second)).toBeVisible();
  await button(second, 'Stop the countdown').focus();
  await button(card, 'Stop the countdown').click();
  await expect(timer(page)).toBeHidden();
  await expect(timer(second)).toBeHidden();
  for (const window of [page, second]) {
    await expect(cards(window).locator(':focus'), 'the focus stays in the card').toHaveCount(1);
    await expect(cards(window)).toContainText('Needs you');
  }
  await second.close();
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGKILL');
  await parley.start();
  await page.reload();
  await waitingCard(page);
  await expect(button(cards(page), 'Submit answers').or(button(cards(page), 'Next'))).toBeVisible();
  await expect(timer(page)).toBeHidden();
});

const touches: Record<string, (page: Page, card: Locator) => Promise<void>> = {
  'picking an option': (_, card) => card.getByRole('radio', { name: 'SQLite', exact: true }).click(),
  'looking along the options by key': async (page, card) => {
    await card.getByRole('radio', { name: 'SQLite', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
  },
  'pressing on its text': (_, card) => card.getByText('Where should the cache live?').click(),
  'putting it aside': (_, card) => button(card, 'Collapse').click(),
  'putting it aside by key': async (page, card) => {
    await card.getByRole('radio', { name: 'SQLite', exact: true }).focus();
    await page.keyboard.press('Escape');
  },
  'beginning a note': (_, card) => button(card, 'Add a note').click(),
  'the button, by key': (_, card) => button(card, 'Stop the countdown').press('Enter'),
};

for (const [name, touch] of Object.entries(touches)) {
  test(`a countdown is stopped for good by ${name}`, async ({ parley: { page }, provider }) => {
    await begin(page, '600');
    provider.reply(asks('call-1', cache));
    const card = await askWithCountdown(page);
    await touch(page, card);
    await expect(timer(page)).toBeHidden();
    await page.reload();
    await waitingCard(page);
    await expect(button(cards(page), 'Submit answers')).toBeVisible();
    await expect(timer(page)).toBeHidden();
  });
}

test.describe('to its end', () => {
  test.use({ manualClock: true });

  test('when the time is up the choices are made and marked: in the card, the history, on the wire', async ({
    parley,
    provider,
  }) => {
    const { page } = parley;
    provider.reply(asks('call-1', cache, parts, wording), say('Thanks.'));
    await begin(page, '600');
    const { page: second } = await openSecondWindow(parley);
    await askWithCountdown(page);
    await parley.passTime?.(600_000);
    for (const window of [page, second]) {
      const card = cards(window).last();
      await expect(card).toContainText('Timed out');
      await openSettled(card);
      await expect(card.getByRole('listitem').filter({ hasText: 'cache live' })).toContainText('Files');
      await expect(card.getByRole('listitem').filter({ hasText: 'Which parts?' })).toContainText('Lexer');
      await expect(card.getByText(mark, { exact: true })).toHaveCount(2);
      await expect(card.getByRole('listitem').filter({ hasText: 'worded' })).toContainText('Skipped');
      await expect(card).toContainText('Answered when the time ran out');
    }
    const [result] = lastMessage(await bodyOf(provider, 1)).results;
    expect(result).toMatchObject({
      error: false,
      text: [
        'User answers:',
        'cache: Files (auto-selected after timeout)',
        'parts: [Lexer] (auto-selected after timeout)',
        'wording: (skipped)',
      ].join('\n'),
    });
    await untilIdle(page);
    await page.reload();
    await openSettled(cards(page));
    await expect(cards(page).getByText(mark, { exact: true })).toHaveCount(2);
  });
});

test('a question asked in Plan mode never counts down, not in Edit and not after a restart', async ({
  parley,
  provider,
}) => {
  const { page } = parley;
  provider.reply(asks('call-1', cache));
  await setTimeoutTo(page, '600');
  await send(page, 'Go');
  const card = await waitingCard(page);
  await expect(button(card, 'Submit answers')).toBeVisible();
  await expect(timer(page)).toBeHidden();
  await chooseMode(page, 'Edit');
  await expect(timer(page)).toBeHidden();
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  await parley.start();
  await waitingCard(parley.page);
  await expect(button(cards(parley.page), 'Submit answers')).toBeVisible();
  await expect(timer(parley.page)).toBeHidden();
});

test('turning it off in Settings stops what counts down, and so does Plan mode', async ({
  parley: { page },
  provider,
}) => {
  await begin(page, '600');
  provider.reply(asks('call-1', cache));
  await askWithCountdown(page);
  await setTimeoutTo(page, '');
  await expect(timer(page)).toBeHidden();
  await send(page, 'Enough');
  await untilSaid(page, 'Nothing more to say.');
  await setTimeoutTo(page, '600');
  provider.reply(asks('call-2', cache));
  await askWithCountdown(page, 'Again');
  await chooseMode(page, 'Plan');
  await expect(timer(page)).toBeHidden();
});

test('a countdown has no barrier in either theme and fits a narrow window', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(asks('call-1', cache));
  await begin(page, '600');
  await askWithCountdown(page);
  await expectFlawless(page, 'a countdown');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expect(button(page, 'Stop the countdown')).toBeVisible();
});
