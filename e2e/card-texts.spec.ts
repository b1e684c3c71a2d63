import { expect } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import {
  button,
  cards,
  openSettled,
  press,
  send,
  untilArmed,
  untilIdle,
  waitingCard,
} from './support/chat.ts';
import { holdTime } from './support/page-clock.ts';
import { answer, ask, bodyOf, lastMessage, question, say, test } from './support/provider.ts';

const tone = question('Which **tone**?\n\nMore about it.', 'Tone', 'Plain', 'Warm');
const length = question('Which length?', 'Length', 'Short', 'Long');
const long = `First of all.\n\n${'A good many more words. '.repeat(60)}`;

test('a dismissal says so at once, keeps the reason readable, can be undone, and tells the model', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [tone] })), say('As you wish.'));
  await page.clock.install();
  await send(page, 'Go');
  const card = await waitingCard(page);
  await button(card, 'Dismiss').click();
  await card.getByRole('textbox', { name: 'Reason', exact: true }).fill('Too early');
  await untilArmed(card);
  await holdTime(page);
  await button(card, 'Dismiss questions').click();
  await expect(card.getByRole('status').filter({ hasText: 'Dismissed' })).toBeVisible();
  await expect(card).toContainText('Too early');
  await expect(card).not.toContainText('Needs you');
  await button(card, 'Undo').click();
  await expect(card).toContainText('Needs you');
  await button(card, 'Dismiss').click();
  await page.clock.runFor(1_000);
  await button(card, 'Dismiss questions').click();
  await expect(card).toContainText('Dismissed · Claude’s question · Reason: Too early');
  expect((await card.boundingBox())?.height, 'one line').toBeLessThan(46);
  await page.clock.resume();
  await press(card, 'Dismiss now');
  await openSettled(card);
  await expect(card).toContainText('You dismissed this question,');
  expect(lastMessage(await bodyOf(provider, 1)).results).toEqual([
    { id: 'call-1', error: true, text: 'User declined to answer these questions. Reason: Too early' },
  ]);
});

test('Review tells skipped from untouched and says what was asked', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [tone, length] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await button(card, 'Next').click();
  await card.getByRole('tab', { name: 'Review', exact: true }).click();
  await expect(card.getByRole('listitem').first()).toHaveText('ToneWhich tone?SkippedAnswer');
  await expect(card.getByRole('listitem').last()).toHaveText('LengthWhich length?Not answeredAnswer');
});

test('a settled card is compact, and everything in it can be seen', async ({
  parley: { page },
  provider,
}) => {
  const questions = [question(long, 'Long', 'Yes', 'No'), length, tone];
  provider.reply(answer(ask('call-1', { questions })), say('Fine.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await card.getByRole('textbox', { name: 'Other answer', exact: true }).fill('half typed');
  await send(page, 'just keep it short');
  await expect(card).toContainText('Answered in chat');
  expect((await card.boundingBox())?.height, 'one line').toBeLessThan(46);
  await openSettled(card);
  await expect(card).toContainText('half typed');
  await expect(card).toContainText('2 questions were left open');
  await expect(card).not.toContainText('Which length?');
  const folded = (await card.boundingBox())?.height ?? 0;
  await button(card, 'Show all').click();
  await expect.poll(async () => (await card.boundingBox())?.height).toBeGreaterThan(folded + 100);
  await button(card, 'Show').click();
  await expect(card).toContainText('Which length?');
  await untilIdle(page);
});

test('a question that cannot be shown is told in words for people', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [] })), say('I go on.'));
  await send(page, 'Go');
  const card = page.getByRole('region', { name: 'A question that could not be shown', exact: true });
  await expect(card).toContainText('The agent’s question was incomplete. It knows, and goes on.');
  await expect(card.getByText('questions:')).toBeHidden();
  await card.getByText('What the agent sent').click();
  await expect(card.getByText('questions:')).toBeVisible();
});

test('a card with one question shows its header as a chip, cut where it is long, and whole when pointed at', async ({
  parley: { page },
  provider,
}) => {
  const header = `Tone\u202e ${'of the whole answer '.repeat(12)}`.trim();
  provider.reply(
    answer(ask('call-1', { questions: [question('Which?', header, 'Plain', 'Warm')] })),
    answer(ask('call-2', { questions: [tone, length] })),
  );
  await send(page, 'Go');
  const card = await waitingCard(page);
  const chip = card.locator('[data-header]');
  await expect(chip).toHaveAttribute('title', /^Tone<U\+202E> (of the whole answer ?){12}$/);
  await expect(chip).toContainText('of the whole answer of the whole answer');
  await expect(chip.locator('[data-code="U+202E"]')).toHaveCount(1);
  const place = await chip.boundingBox();
  expect(place?.width, 'cut').toBeLessThan(400);
  expect(place?.height, 'one line').toBeLessThan(40);
  expect((await card.getByText('Which?', { exact: true }).boundingBox())?.y).toBeGreaterThan(place?.y ?? 0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await card.getByRole('radio', { name: 'Plain', exact: true }).click();
  await press(card, 'Submit answers');
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).last().getByRole('tab', { name: 'Tone', exact: true })).toBeVisible();
  await expect(chip).toHaveCount(0);
});

test('only the start of a long prompt is semi-bold, and each text runs its own way', async ({
  parley: { page },
  provider,
}) => {
  const arabic = question('هل تريد المتابعة؟', 'سؤال', 'نعم', 'No, thanks.');
  provider.reply(answer(ask('call-1', { questions: [question(long, 'Long', 'Yes', 'No'), arabic] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await expect(card.getByText('First of all.')).toHaveCSS('font-weight', '600');
  await expect(card.getByText('A good many more words.')).toHaveCSS('font-weight', '400');
  await button(card, 'Next').click();
  await expect(card.getByText('نعم', { exact: true })).toHaveCSS('direction', 'rtl');
  await expect(card.getByText('No, thanks.', { exact: true })).toHaveCSS('direction', 'ltr');
  await expect(card.getByText('Other: write your own answer', { exact: true })).toHaveCSS('direction', 'ltr');
});

test('at 360 pixels the head of one of two cards stays short', async ({ parley: { page }, provider }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  provider.reply(answer(ask('call-1', { questions: [tone] }), ask('call-2', { questions: [tone, length] })));
  await send(page, 'Go');
  const head = cards(page).last().locator('header');
  await expect(head).toContainText('2 of 2');
  expect((await head.boundingBox())?.height, 'three lines, not four').toBeLessThan(100);
  await expectNoSidewaysScroll(page);
});
