import { expect, type Page } from '@playwright/test';
import { composer, send, untilArmed, untilIdle, waitingCard } from './support/chat.ts';
import { answer, ask, bodyOf, lastMessage, question, say, test } from './support/provider.ts';

const questions = [
  question('Where should the cache live?', 'Cache', 'SQLite', 'JSON files'),
  { ...question('Which parts change?', 'Parts', 'Lexer', 'Parser', 'Tests'), multiSelect: true },
  question('Who reviews it?', 'Review by', 'Ada', 'Grace'),
  question('When is it due?', 'Due', 'This week', 'Next week'),
];

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Role and name of the focused element. */
async function focused(page: Page): Promise<string> {
  const line = await page.locator(':focus').ariaSnapshot();
  return line.split('\n', 1)[0]?.replace(/^- /, '') ?? '';
}

const expectFocus = (page: Page, what: RegExp) => expect.poll(() => focused(page)).toMatch(what);

test('four questions are answered, reviewed, changed and submitted with the keyboard alone', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions })), say('Thanks.'));
  await composer(page).focus();
  await page.keyboard.type('Go');
  await press(page, 'Enter');
  const card = await waitingCard(page);
  await reachCard(page);
  await expectFocus(page, /^radio "SQLite"/);

  await press(page, 'ArrowDown', 'Enter');
  await expectFocus(page, /^checkbox "Lexer"/);
  await press(page, 'ArrowDown', 'ArrowDown', 'Space', 'ArrowUp', 'ArrowUp', 'Enter', '0');
  await expectFocus(page, /^textbox "Other answer"/);
  await page.keyboard.type('The benchmark');
  await press(page, 'Enter');

  await expectFocus(page, /^radio "Ada"/);
  await press(page, 'Tab');
  await expectFocus(page, /^button "Add a note"/);
  await press(page, 'Enter');
  await expectFocus(page, /^textbox "Note"/);
  await page.keyboard.type('Both, if there is time');
  await press(page, 'Shift+Tab', '2');

  await expectFocus(page, /^radio "This week"/);
  await press(page, 'Space');
  await expectFocus(page, /^button "Cache/);
  await expect(card).toContainText('4 of 4 answered');
  await press(page, 'Enter');
  await expectFocus(page, /^radio "JSON files" \[checked\]/);
  await press(page, '1', ']', ']', ']', ']');
  await expectFocus(page, /^button "Cache/);
  await press(page, '[', '[', '[');
  await expectFocus(page, /^checkbox/);
  await untilArmed(card);
  await press(page, 'Control+Enter');
  await expect(card).toContainText('Answered');
  await expectFocus(page, /^textbox "Message"/);
  await untilIdle(page);
  const [result] = lastMessage(await bodyOf(provider, 1)).results;
  expect(result?.text).toBe(
    'User has answered your questions: "Where should the cache live?"="SQLite", ' +
      '"Which parts change?"="Tests, Lexer, The benchmark", ' +
      '"Who reviews it?"="Grace" (note: Both, if there is time), "When is it due?"="This week". ' +
      "You can now continue with the user's answers in mind.",
  );
});

/** From the composer, where a new card leaves the caret, back into the card. */
async function reachCard(page: Page): Promise<void> {
  await expect(composer(page)).toBeFocused();
  for (let step = 0; step < 20; step += 1) {
    await press(page, 'Shift+Tab');
    if ((await focused(page)).startsWith('radio')) return;
  }
  throw new Error('Shift+Tab never reached the card');
}

test('the caret stays where it is when a card comes', async ({ parley: { page }, provider }) => {
  const gate = Promise.withResolvers<void>();
  provider.reply({ ...answer(ask('call-1', { questions })), after: gate.promise });
  await send(page, 'Go');
  await composer(page).focus();
  await page.keyboard.type('Half a sen');
  gate.resolve();
  await waitingCard(page);
  await page.keyboard.type('tence');
  await expect(composer(page)).toHaveValue('Half a sentence');
});
