import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation, send, untilSaid, waitingCard, waitingPlan } from './support/chat.ts';
import { call } from './support/asking.ts';
import { answer, ask, bodyOf, lastMessage, question, say, test } from './support/provider.ts';

const which = question('Which one?', 'Pick', 'Alpha', 'Beta');
const next = question('And then?', 'Then', 'Gamma', 'Delta');

const offer = (page: Page) => page.getByRole('status').filter({ hasText: /^Answer:/ });

/** Waits until Enter gives the answer. */
async function untilItStands(page: Page): Promise<void> {
  await expect(offer(page)).toBeVisible();
  await expect(page.locator('[data-arming]:has([role=status])')).toHaveCount(0);
}

test('one question is answered by a position and Enter', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [which] })), say('Thanks.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).focus();
  await page.keyboard.press('2');
  await untilItStands(page);
  await expect(offer(page)).toHaveText('Answer: Beta');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Answered');
  await expect(card).not.toContainText('Answered in chat');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await untilSaid(page, 'Thanks.');
  expect(lastMessage(await bodyOf(provider, 1)).results[0]?.text).toContain('Beta');
});

test('after Escape the text stands, and Enter sends it as a message', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [which] })), say('So it is.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).focus();
  await page.keyboard.type('beta');
  await untilItStands(page);
  await page.keyboard.press('Escape');
  await expect(offer(page)).toBeHidden();
  await expect(composer(page)).toHaveValue('beta');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Answered in chat');
  await untilSaid(page, 'So it is.');
  expect(lastMessage(await bodyOf(provider, 1)).texts).toEqual(['beta']);
});

test('typed and sent at speed it is a message, as is anything longer', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [which] })), say('One.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).fill('Alpha, please');
  await expect(offer(page)).toBeHidden();
  await composer(page).evaluate((field: HTMLTextAreaElement) => {
    field.setSelectionRange(5, field.value.length);
    document.execCommand('delete');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect(card).toContainText('Answered in chat');
  await untilSaid(page, 'One.');
});

test('a button sends it as a message, also in a narrow window', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [which] })), say('One.'));
  await page.setViewportSize({ width: 360, height: 740 });
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).fill('alpha');
  await expect(offer(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await button(page, 'Send as message').click();
  await expect(card).toContainText('Answered in chat');
});

test('with three questions a digit and Enter fill in the one in sight, and any other text says what it closes', async ({
  parley: { page },
  provider,
}) => {
  const last = question('Where?', 'Place', 'North', 'South');
  provider.reply(answer(ask('call-1', { questions: [which, next, last] })), say('So be it.'));
  await send(page, 'Go');
  const card = await waitingCard(page);
  const line = (words: string) => page.getByRole('status').filter({ hasText: words });
  const tab = (name: string) => card.getByRole('tab', { name, exact: true });

  await composer(page).fill('1');
  await expect(line('Pick: Alpha')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tab('Then')).toHaveAttribute('aria-selected', 'true');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();

  await composer(page).fill('2');
  await expect(line('Then: Delta')).toBeVisible();
  await tab('Pick').click();
  await expect(line('Pick: Beta'), 'the question in sight is another one').toBeVisible();
  await tab('Then').click();
  await composer(page).press('Enter');
  await composer(page).fill('north');
  await expect(line('Place: North')).toBeVisible();
  await composer(page).press('Enter');
  await expect(card).toContainText('3 of 3 answered');
  await expect(tab('Review')).toHaveAttribute('aria-selected', 'true');

  await composer(page).fill('1');
  await expect(line('Submit on the card')).toBeVisible();
  await composer(page).press('Enter');
  await expect(card).toContainText('Needs you');

  await composer(page).fill('Ask me later');
  await expect(line('Closes 3 questions')).toBeVisible();
  await expectAccessible(page, 'a message that closes questions');
  await composer(page).press('Enter');
  await expect(card).toContainText('Answered in chat');
  await untilSaid(page, 'So be it.');
});

test('with two questions Alt and a digit pick from anywhere', async ({ parley: { page }, provider }) => {
  provider.reply(answer(ask('call-1', { questions: [which, next] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await composer(page).fill('1');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('Alt+2');
  await expect(card.getByRole('tab', { name: 'Then', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+1');
  await expect(card).toContainText('2 of 2 answered');
  await card.getByRole('tab', { name: 'Pick', exact: true }).click();
  await expect(card.getByRole('radio', { name: 'Beta', exact: true })).toBeChecked();
  await expect(offer(page)).toBeHidden();
  await expect(composer(page)).toHaveValue('1');

  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)',
    });
  });
  await page.reload();
  await expect(card.getByRole('radio', { name: 'Beta', exact: true })).toBeChecked();
  const typing = { altKey: true, code: 'Digit1', key: '#', bubbles: true, cancelable: true };
  const press = (target: Locator) =>
    target.evaluate((element, init) => element.dispatchEvent(new KeyboardEvent('keydown', init)), typing);
  expect(await press(composer(page)), 'a field keeps what Option types').toBe(true);
  expect(await press(card)).toBe(false);
  await expect(card.getByRole('radio', { name: 'Alpha', exact: true })).toBeChecked();
});

test('an agreement to a plan offers to approve it, which takes a click', async ({
  parley: { page },
  provider,
}) => {
  const plan = { title: 'A README', plan: '# A README\n\n1. Write it.' };
  const apply = { action: 'apply', reason: 'It is ready.', extra: { title: 'A README' } };
  provider.reply(
    answer(call('call-1', 'propose_plan', plan)),
    answer(call('call-2', 'resolve', apply)),
    say('On it.'),
  );
  await send(page, 'Plan it');
  const card = await waitingPlan(page);
  await composer(page).fill('Looks good, go ahead');
  const approve = page.getByRole('button', { name: 'Approve plan', exact: true });
  await expect(approve).toHaveCount(2);
  await expect(button(page, 'Send as message')).toBeVisible();
  await expectAccessible(page, 'an agreement to a plan');
  await expect(approve.last()).toBeEnabled();
  await approve.last().click();
  await expect(card).toContainText('Approved');
  await expect(composer(page)).toHaveValue('');
  await expect(conversation(page)).toContainText('On it.');
});
