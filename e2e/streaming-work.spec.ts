import { expect, type Page } from '@playwright/test';
import { composer, conversation, send, untilSaid } from './support/chat.ts';
import { say, test } from './support/provider.ts';
import { countRenders, rendersSince } from './support/render-count.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';

const parts = 90;

/** Text as models write it: paragraphs, lists and code. */
const long = Array.from({ length: parts }, (_, part) => {
  if (part % 10 === 3) return `## Part ${part}\n\n- one **bold** thing\n- another \`thing\``;
  if (part % 10 === 7) return '```ts\nconst a = 1;\nconst b = 2;\n```';
  return `Part ${part} of a long answer, with **bold** words and [a link](https://example.com).`;
}).join('\n\n');

const last = `Part ${parts - 1} of`;

/** Returns the renders of commits with a new piece of text: most commits have none. */
const ofPiece = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * 0.8)] ?? Number.NaN;

/** The blocks of an answer as they stand in the page; a shown one is never made anew. */
const blocks = (page: Page) => conversation(page).locator('.prose-sheet > *');

test('a streamed piece costs as much at the end of a long answer as at its beginning, and nothing out of sight', async ({
  parley: { page, host },
  provider,
}) => {
  const [end, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The end of a turn is another work than its text: it is held up until that is measured.
  const before = (piece: number) => (piece === Math.ceil(long.length / 24) ? end.promise : undefined);
  provider.reply({ ...say(long), pauseMs: 5, before }, { ...say(long), pauseMs: 5, after: gate.promise });
  await countRenders(page);
  await page.reload();
  await expect(composer(page)).toBeFocused();
  // The face of code comes before there is any: one that came into the answer would have it laid out anew.
  const hasFace = () => page.evaluate(() => document.fonts.check('1rem "JetBrains Mono Variable"'));
  await expect.poll(hasFace).toBe(true);
  await send(page, 'Go on');
  await expect(conversation(page)).toContainText('Part 8 of');
  const known = await blocks(page).evaluateAll((elements) => {
    for (const element of elements) Object.assign(element, { known: true });
    return elements.length;
  });
  await rendersSince(page);
  await expect(conversation(page)).toContainText(last);
  const renders = await rendersSince(page);
  end.resolve();
  await untilSaid(page, last);
  expect(
    await blocks(page).evaluateAll((elements) => elements.filter((each) => 'known' in each).length),
  ).toBe(known);
  const half = Math.floor(renders.length / 2);
  expect(renders.length).toBeGreaterThan(15);
  // Were the blocks above rendered too, there would be half of all of them more. A slow frame takes a few pieces at once.
  expect(ofPiece(renders.slice(half))).toBeLessThan(ofPiece(renders.slice(0, half)) + parts / 6);

  await send(page, 'And now');
  await provider.request(1);
  await page.keyboard.press(shortcutKeys(host, 'new-chat'));
  await expect(conversation(page)).toContainText('Say what you want done');
  await expect(composer(page)).toBeFocused();
  await rendersSince(page);
  gate.resolve();
  await expect(page.getByRole('navigation').getByText('Unread', { exact: true })).toBeAttached();
  const hidden = await rendersSince(page);
  expect(hidden.length).toBeLessThan(20);
});
