import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button, composer, press, pressOnCard, untilArmed, untilSaid } from './support/chat.ts';
import { edit, field, preview, rename, stage, wish, write } from './support/previews.ts';
import { answer, bodyOf, lastMessage, say, test } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

const again = edit('edit-2', 'package.json', '"tiny-parser"', '"line-parser"');
const added = 'line 2 of package.json';
const removed = 'removed line 2 of package.json';

/** Comments on a line with the pointer. */
async function comment(card: Locator, line: string, mark: string, text: string): Promise<void> {
  await card.locator(`[data-mark="${mark}"]`).hover();
  await button(card, `Add a comment on ${line}`).click();
  await expect(field(card, `Comment on ${line}`)).toBeFocused();
  await field(card, `Comment on ${line}`).fill(text);
  await button(card, 'Done').click();
}

const told = (index: number, provider: Parameters<typeof bodyOf>[0]) =>
  bodyOf(provider, index).then((body) => lastMessage(body).results[0]?.text);

test('an edit goes back with a comment on a line, and its revision takes its place', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(
    answer(rename),
    wish(),
    answer(again),
    wish('With another name.', 'resolve-2'),
    say('Done.'),
  );
  const card = await stage(page);
  await comment(card, added, 'new 2', 'It reads lines: `line-parser`');
  await expect(card.getByRole('group', { name: `Comment on ${added}`, exact: true })).toContainText(
    'not sent yet',
  );
  await expect(card).toContainText('1 comment');
  await pressOnCard(button(card, 'Ask for changes'));
  const newer = preview(page).last();
  await expect(newer).toContainText('With another name.');
  await expect(composer(page)).toBeFocused();
  const before = preview(page).first();
  await expect(before).toContainText('Replaced');
  expect(await told(2, provider)).toBe(
    'Changes asked for: Edit package.json. Nothing was written. Stage it again with what the user asks for.\n\n' +
      'On package.json, line 2:\n>   "name": "small-parser",\nIt reads lines: `line-parser`',
  );
  await button(before, 'Collapse').click();
  await expect(before.getByRole('group', { name: `Comment on ${added}`, exact: true })).toContainText(
    'It reads lines',
  );
  await expectAccessible(page, 'an edit that was sent back');
  await press(newer, 'Apply');
  await untilSaid(page, 'Done.');
  expect(await readFile(join(workspaceDir, 'package.json'), 'utf8')).toContain('line-parser');
});

test('with nothing said, asking for changes asks for a note first', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Well.'));
  const card = await stage(page);
  await pressOnCard(button(card, 'Ask for changes'));
  await expect(field(card, 'Note')).toBeFocused();
  await field(card, 'Note').fill('Another name, please');
  await untilArmed(button(card, 'Ask for changes'));
  await pressOnCard(button(card, 'Ask for changes'));
  await expect(card).toContainText('Sent back · Another name, please');
  await untilSaid(page, 'Well.');
});

test('comments are written by keys alone, outlive a reload, and go along with what is applied', async ({
  parley,
  provider,
}) => {
  const { page } = parley;
  provider.reply(answer(rename), wish(), say('Done.'));
  const card = await stage(page);
  await card.getByRole('group', { name: 'Changes of package.json', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(button(card, `Add a comment on ${removed}`)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(field(card, `Comment on ${removed}`)).toBeFocused();
  await page.keyboard.type('It was fine');
  await page.keyboard.press('Escape');
  await expect(button(card, `Go to the comment on ${removed}`)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(button(card, `Add a comment on ${added}`)).toBeFocused();
  await expectStored(parley, 'It was fine');
  await page.reload();
  const later = preview(page);
  await expect(later.getByRole('group', { name: `Comment on ${removed}`, exact: true })).toContainText(
    'It was fine',
  );
  await press(later, 'Apply');
  await untilSaid(page, 'Done.');
  expect(await told(2, provider)).toContain(
    'The user added: On package.json, line 2 before the change:\n>   "name": "tiny-parser",\nIt was fine',
  );
});

test('a comment is removed again, and stands in the pane beneath its line, also side by side', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(rename, write('notes-1', 'NOTES.md', '# Notes\n')), wish('Two.'), say('Done.'));
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = await stage(page, 'Two.');
  await button(card, 'Open beside').click();
  const reader = page.getByRole('region', { name: '2 files to review', exact: true });
  await comment(reader, added, 'new 2', 'Shorter');
  await expect(reader.getByRole('list', { name: 'Files' })).toContainText('1 comment');
  await button(reader, 'Side by side').click();
  await expect(reader.getByRole('group', { name: `Comment on ${added}`, exact: true })).toContainText(
    'Shorter',
  );
  await expectAccessible(page, 'a comment side by side');
  await button(reader, `Remove the comment on ${added}`).click();
  await expect(reader.getByText('Shorter')).toHaveCount(0);
  await expect(button(reader, `Add a comment on ${added}`)).toBeFocused();
  await button(reader, 'Side by side').click();
});

test('the button for a comment leaves the sign of its line to be seen', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Done.'));
  const card = await stage(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const line = card.locator('.diff-row[data-kind=added]').first();
    await line.hover();
    const mark = card.locator('.diff-comment > span').first();
    await expect(mark).toBeVisible();
    const sign = await line.evaluate((row) => {
      const { insetInlineStart, width: wide } = getComputedStyle(row, '::after');
      return (
        row.getBoundingClientRect().left + Number.parseFloat(insetInlineStart) + Number.parseFloat(wide) / 2
      );
    });
    const box = await mark.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), `${width} pixels`).toBeLessThan(sign - 4);
  }
});
