import { expect, type Locator, type Page } from '@playwright/test';
import { button, composer, send, untilArmed, waitingCard } from './support/chat.ts';
import { shown, test as galleryTest } from './support/gallery.ts';
import { answer, ask, question, say, test } from './support/provider.ts';

const option = (page: Page | Locator, name: string) => page.getByRole('radio', { name, exact: true });
const box = (page: Page | Locator, name: string) => page.getByRole('checkbox', { name, exact: true });
const field = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true });
const tab = (page: Page | Locator, name: string) => page.getByRole('tab', { name, exact: true });

const selected = (page: Page, name: string) =>
  expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');

galleryTest('a number picks its option, 0 opens Other with the caret in its field', async ({ openState }) => {
  const page = await openState('?state=single');
  await page.keyboard.press('2');
  await expect(option(page, 'JSON files')).toBeChecked();
  await expect(option(page, 'JSON files')).toBeFocused();
  await page.keyboard.press('2');
  await expect(option(page, 'JSON files'), 'a number never takes a pick back').toBeChecked();
  await page.keyboard.press('9');
  await expect(option(page, 'JSON files'), 'there is no ninth').toBeChecked();
  await page.keyboard.press('0');
  await expect(field(page, 'Other answer')).toBeFocused();
  await page.keyboard.type('31?[');
  await expect(field(page, 'Other answer'), 'in a field keys are text').toHaveValue('31?[');
  await expect(option(page, 'Other: write your own answer')).toBeChecked();
});

galleryTest('among several answers a number picks and takes back', async ({ openState }) => {
  const page = await openState('?state=multi');
  await expect(box(page, 'Parser')).toBeChecked();
  await expect(page.getByText('Recommended'), 'one of several is not marked').toHaveCount(0);
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await expect(box(page, 'Lexer')).toBeChecked();
  await expect(box(page, 'Parser')).not.toBeChecked();
  await page.keyboard.press('0');
  await expect(field(page, 'Other answer')).toBeFocused();
});

galleryTest('arrows and brackets switch questions, except in a field', async ({ openState }) => {
  const page = await openState('?state=tabs-second');
  await expect(box(page, 'Lexer')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await selected(page, 'Storage');
  await expect(option(page, 'SQLite'), 'the picked one has the focus').toBeFocused();
  await page.keyboard.press(']');
  await page.keyboard.press('ArrowRight');
  await selected(page, 'Release');
  await page.keyboard.press('ArrowRight');
  await selected(page, 'Review');
  await page.keyboard.press('[');
  await selected(page, 'Release');
  await page.keyboard.press('0');
  await page.keyboard.type('a]b');
  await page.keyboard.press('ArrowLeft');
  await selected(page, 'Release');
  await expect(field(page, 'Other answer')).toHaveValue('a]b');
});

galleryTest(
  'a question mark shows the keys, and Escape leads back to where it was',
  async ({ openState }) => {
    const page = await openState('?state=tabs');
    await expect(option(page, 'SQLite')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys in a question', exact: true })).toBeVisible();
    await page.keyboard.press('3');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(option(page, 'JSON files')).toBeFocused();
    await expect(option(page, 'In memory')).not.toBeChecked();
    await expect(button(page, 'Collapse')).toHaveAttribute('aria-expanded', 'true');
  },
);

galleryTest('Escape puts a card aside, where its keys rest, and loses nothing', async ({ openState }) => {
  const page = await openState('?state=single-other');
  await field(page, 'Other answer').press('Escape');
  await expect(button(page, 'Collapse')).toBeFocused();
  await page.keyboard.press('1');
  await button(page, 'Collapse').press('Enter');
  await expect(field(page, 'Other answer')).toHaveValue('A small append-only log beside the source');
  await expect(option(page, 'Other: write your own answer')).toBeChecked();
});

galleryTest(
  'the recommended option has the focus first, and its badge is not its name',
  async ({ openState }) => {
    const page = await openState('?state=recommended');
    await expect(option(page, 'JSON files')).toBeFocused();
    await expect(option(page, 'JSON files')).toHaveAccessibleDescription(
      'Recommended Easy to read and to diff, no transactions',
    );
  },
);

galleryTest('an arrow has moved the focus before the next key can come', async ({ openState }) => {
  const page = await openState('?state=tabs');
  await expect(option(page, 'SQLite')).toBeFocused();
  const met = await option(page, 'SQLite').evaluate((from) => {
    from.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
    return document.activeElement?.textContent;
  });
  expect(met).toContain('JSON files');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(option(page, 'Other: write your own answer')).toBeFocused();
});

galleryTest('Tab leads to the recommended option, too', async ({ openState }) => {
  const page = await openState('?state=two-waiting');
  const second = page.getByRole('region', { name: 'Questions from release-bot', exact: true });
  await button(second, 'Add a note').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(option(second, 'JSON files')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(option(second, 'JSON files')).toBeFocused();
});

galleryTest('the preview follows what is looked at, without moving anything', async ({ openState }) => {
  const page = await openState('?state=preview');
  const preview = (name: string) => page.getByRole('group', { name: `Preview of ${name}`, exact: true });
  await expect(preview('Grid')).toBeVisible();
  const before = await button(page, 'Submit answers').boundingBox();
  await page.keyboard.press('ArrowUp');
  await expect(preview('List')).toBeVisible();
  await expect(preview('Grid')).toBeHidden();
  await option(page, 'As it is').hover();
  await expect(preview('As it is')).toContainText('Nothing to preview');
  expect(await button(page, 'Submit answers').boundingBox()).toEqual(before);
  await page.mouse.move(0, 0);
});

galleryTest('in a narrow window each preview stands under its option', async ({ openState }) => {
  const page = await openState('?state=preview');
  const preview = (name: string) => page.getByRole('group', { name: `Preview of ${name}`, exact: true });
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  await option(page, 'List').focus();
  await page.setViewportSize({ width: 420, height: 900 });
  await expect(preview('List')).toBeVisible();
  await expect(preview('Grid')).toBeVisible();
  await expect(preview('As it is'), 'an option without a preview has no room for one').toBeHidden();
  await expect(option(page, 'List'), 'it keeps the focus').toBeFocused();
  const tops = [
    await top(option(page, 'List')),
    await top(preview('List')),
    await top(option(page, 'Grid (Recommended)')),
    await top(preview('Grid')),
    await top(option(page, 'As it is')),
  ];
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
});

galleryTest(
  'a very long question is folded above its options, and named by itself alone',
  async ({ openState }) => {
    const page = await openState('?state=five-thousand-words');
    await expect(option(page, 'SQLite')).toBeInViewport();
    const group = page.getByRole('radiogroup');
    await expect(group).toHaveAccessibleName(/^Paragraph 1\. /);
    await expect(group).not.toHaveAccessibleName(/Show all/);
    await button(page, 'Show all').click();
    await expect(page.getByText('Paragraph 100.')).toBeVisible();
    await button(page, 'Show less').click();
    await expect(option(page, 'SQLite')).toBeInViewport();
  },
);

galleryTest(
  'a countdown is there to be read, silent, and stopped by a button or a pick',
  async ({ openState }) => {
    const page = await openState('?state=countdown');
    const timer = page.getByRole('timer', { name: 'Time left', exact: true });
    await expect(timer).toHaveText(/^Goes on without you in (1:00:00|59:\d\d)$/);
    await button(page, 'Stop the countdown').click();
    await expect(timer).toBeHidden();
    await expect(page.locator(':focus'), 'the focus stays in the card').toHaveCount(1);
    await page.reload();
    await shown(page);
    await page.keyboard.press('2');
    await expect(timer).toBeHidden();
  },
);

galleryTest('an input method ends its word with Enter, and nothing goes on', async ({ openState }) => {
  const page = await openState('?state=tabs');
  await page.keyboard.press('0');
  const other = field(page, 'Other answer');
  await expect(other).toBeFocused();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await other.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true });
  await cdp.send('Input.insertText', { text: '日本' });
  await expect(other).toHaveValue('日本');
  await selected(page, 'Storage');
  await other.press('Shift+Enter');
  await expect(other).toHaveValue('日本\n');
  await other.press('Enter');
  await selected(page, 'Scope');
});

test('a letter typed on an option lands in the composer, and so does the rest of the word', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(ask('call-1', { questions: [question('Which?', 'Pick', 'Alpha', 'Beta')] })));
  await send(page, 'Go');
  const card = await waitingCard(page);
  await option(card, 'Alpha').focus();
  await page.keyboard.type('Why so?');
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('Why so?');
  await expect(card).toContainText('Needs you');
});

test('a number and Enter answer a single question; held keys send once', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(
    answer(ask('call-1', { questions: [question('Which?', 'Pick', 'Alpha', 'Beta')] })),
    say('Fine.'),
  );
  await send(page, 'Go');
  const card = await waitingCard(page);
  await option(card, 'Alpha').focus();
  await untilArmed(card);
  await page.keyboard.press('2');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(card).toContainText('Answered');
  await expect(card).toContainText('Beta');
});
