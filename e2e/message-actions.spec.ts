import { expect, type Page } from '@playwright/test';
import {
  button,
  cards,
  composer,
  conversation,
  send,
  press,
  untilIdle,
  waitingCard,
  untilSaid,
} from './support/chat.ts';
import { answer, ask, bodyOf, lastMessage, question, say, test } from './support/provider.ts';

const editField = (page: Page) => page.getByRole('textbox', { name: 'Edit message', exact: true });

const edits = (page: Page) => page.getByRole('button', { name: 'Edit and resend', exact: true });

async function say3(page: Page): Promise<void> {
  await send(page, 'first');
  await untilSaid(page, 'Answer one.');
  await send(page, 'second');
  await untilSaid(page, 'Answer two.');
}

test('an edited message takes the place of what came after it, by keyboard alone', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('Answer one.'), say('Answer two.'), say('Answer three.'));
  await say3(page);
  await edits(page).first().focus();
  await expect(edits(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(editField(page)).toBeFocused();
  await expect(editField(page)).toHaveAccessibleDescription(
    'Goes on from here. What came after stays as another version.',
  );
  await page.keyboard.type(', but better');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Answer three.');
  await expect(conversation(page)).not.toContainText('Answer one.');
  await expect(conversation(page)).not.toContainText('second');
  await expect(editField(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  expect(lastMessage(await bodyOf(provider, 2)).texts).toEqual(['first, but better']);
  await page.reload();
  await expect(conversation(page)).toContainText('first, but better');
  await expect(conversation(page)).not.toContainText('second');
});

test('Escape leaves a message as it was and keeps what was typed', async ({ parley: { page }, provider }) => {
  provider.reply(say('Answer one.'), say('Answer two.'));
  await say3(page);
  await edits(page).first().click();
  await editField(page).fill('half a thought');
  await page.keyboard.press('Escape');
  await expect(editField(page)).toBeHidden();
  await expect(edits(page).first()).toBeFocused();
  await expect(conversation(page)).not.toContainText('half a thought');
  await page.keyboard.press('Enter');
  await expect(editField(page)).toHaveValue('half a thought');
  await button(page, 'Cancel').click();
  await expect(conversation(page)).toContainText('Answer two.');
});

test('a message being written anew is there again after a reload', async ({ parley: { page }, provider }) => {
  provider.reply(say('Answer one.'), say('Answer two.'), say('Answer three.'));
  await say3(page);
  await edits(page).first().click();
  await editField(page).fill('half a thought');
  await page.reload();
  await expect(editField(page)).toHaveValue('half a thought');
  await editField(page).press('Enter');
  await expect(conversation(page)).toContainText('Answer three.');
  await page.reload();
  await expect(conversation(page)).toContainText('half a thought');
  await expect(editField(page)).toBeHidden();
});

test('the Enter that ends a composition sends nothing', async ({ parley: { page }, provider }) => {
  provider.reply(say('Answer one.'), say('Answer two.'));
  await say3(page);
  await edits(page).first().click();
  await editField(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await editField(page).press('Shift+Enter');
  await expect(editField(page)).toHaveValue('first\n');
  await expect(conversation(page)).toContainText('Answer two.');
});

test('an answer is tried again with the same text', async ({ parley: { page }, provider }) => {
  provider.reply(say('Answer one.'), say('Answer two.'), say('Answer three.'));
  await say3(page);
  await expect(button(page, 'Try again')).toHaveCount(1);
  await button(page, 'Try again').click();
  await expect(conversation(page)).toContainText('Answer three.');
  await expect(conversation(page)).toContainText('Answer one.');
  await expect(conversation(page)).not.toContainText('Answer two.');
  expect((await bodyOf(provider, 2)).messages).toEqual((await bodyOf(provider, 1)).messages);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('editing while the agent asks ends its questions, and says so when answers were begun', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(
    answer(ask('q1', { questions: [question('Which way?', 'Way', 'Left', 'Right')] })),
    say('No questions then.'),
  );
  await send(page, 'Plan it');
  const card = await waitingCard(page);
  await card.getByRole('radio', { name: 'Left', exact: true }).click();
  await edits(page).click();
  await expect(editField(page)).toHaveAccessibleDescription(/answers you have begun are lost\.$/);
  await editField(page).fill('Just do it');
  await button(page, 'Resend').click();
  await expect(conversation(page)).toContainText('No questions then.');
  await expect(cards(page)).toHaveCount(0);
  await untilIdle(page);
});

test('an edit whose message another window replaced moves to the composer', async ({ parley, provider }) => {
  test.skip(parley.address === null, 'a desktop host has one window');
  const { page } = parley;
  provider.reply(say('Answer one.'), say('Answer two.'), say('Answer three.'));
  await say3(page);
  const second = await page.context().newPage();
  parley.console.watch(second);
  await second.goto(page.url());
  await edits(page).nth(1).click();
  await editField(page).fill('typed with care');
  await edits(second).first().click();
  await editField(second).fill('first again');
  await editField(second).press('Enter');
  for (const window of [page, second]) {
    await expect(conversation(window)).toContainText('Answer three.');
    await expect(conversation(window)).not.toContainText('Answer two.');
  }
  await expect(composer(page)).toHaveValue('typed with care');
  await expect(page.getByRole('alert')).toContainText('your text was moved here');
  await second.close();
});

test('a message is copied as it was written', async ({ parley: { page, host }, provider }) => {
  test.skip(host !== 'browser', 'only a browser lets a test read the clipboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  provider.reply(say('# Title\n\n- *one*\n- two'));
  await send(page, 'Show **me**');
  await expect(conversation(page).getByRole('heading', { name: 'Title' })).toBeVisible();
  await untilIdle(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await button(page, 'Copy message').first().click();
  await expect.poll(copied).toBe('Show **me**');
  // An answer has its actions once its turn has ended.
  await expect(button(page, 'Copy message')).toHaveCount(2);
  await button(page, 'Copy message').last().click();
  await expect.poll(copied).toBe('# Title\n\n- *one*\n- two');
});

test('the line of actions shows under the mouse, and always where there is none, and moves nothing', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('Answer one.'), say('Answer two.'));
  await say3(page);
  const place = () => conversation(page).getByText('Answer one.').boundingBox();
  const actions = button(page, 'Copy message').first().locator('xpath=..');
  await composer(page).hover();
  const mouse = await page.evaluate(() => matchMedia('(hover: hover)').matches);
  await expect(actions).toHaveCSS('opacity', mouse ? '0' : '1');
  const before = await place();
  await conversation(page).getByText('first', { exact: true }).hover();
  await expect(actions).toHaveCSS('opacity', '1');
  expect(await place()).toEqual(before);
});

test('the time under an answer is when it ended, not when its turn began', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(
    answer(ask('call-1', { questions: [question('Which one?', 'Pick', 'Alpha', 'Beta')] })),
    say('Alpha, then.'),
  );
  await send(page, 'Go');
  const card = await waitingCard(page);
  const answered = await page.evaluate(() => Date.now());
  await card.getByRole('radio', { name: 'Alpha', exact: true }).click();
  await press(card, 'Submit answers');
  await untilSaid(page, 'Alpha, then.');
  await untilIdle(page);
  const time = conversation(page).locator('time[datetime*=T]').last();
  const shown = async () => Date.parse((await time.getAttribute('datetime')) ?? '');
  await expect.poll(shown).toBeGreaterThan(answered);
  await page.reload();
  await untilSaid(page, 'Alpha, then.');
  await expect.poll(shown, 'after a reload').toBeGreaterThan(answered);
});
