import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { button, press, send, untilIdle } from './support/chat.ts';
import { edit, stage, wish, write } from './support/previews.ts';
import { answer, bodyOf, say, test } from './support/provider.ts';

const rename = edit('edit-1', 'package.json', '"tiny-parser"', '"small-parser"');
const notes = write('notes-1', 'NOTES.md', 'One\nTwo\n');
const pane = (page: Page) => page.getByRole('region', { name: 'Changes of this turn', exact: true });
const line = (page: Page, words: string) => page.getByRole('button', { name: words });

async function change(page: Page): Promise<void> {
  const card = await stage(page);
  await press(card, 'Apply 2 files');
  await untilIdle(page);
}

test('a turn says what it changed, shows it, and is undone; the agent hears of it', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const read = () => readFile(join(workspaceDir, 'package.json'), 'utf8');
  const before = await read();
  provider.reply(answer(rename, notes), wish(), say('Done.'), say('I see.'));
  await change(page);
  await page.reload();
  await line(page, 'Changed 2 files').click();
  await expect(pane(page)).toContainText('small-parser');
  await expect(pane(page)).toContainText('All files go back to what they were');
  const undo = button(pane(page), 'Undo this turn');
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  await undo.click();
  await expect(pane(page)).toBeHidden();
  await expect(page.getByText('Undone in 2 files')).toBeVisible();
  expect(await read()).toBe(before);
  await send(page, 'And now?');
  const told =
    'The user undid the changes of a turn. These files are as they were before it: NOTES.md, package.json.';
  expect(JSON.stringify(await bodyOf(provider, 3))).toContain(told);
});

test('what was changed since stays, and is named', async ({ parley: { page, workspaceDir }, provider }) => {
  provider.reply(answer(rename, notes), wish(), say('Done.'));
  await change(page);
  await line(page, 'Changed 2 files').click();
  await expect(pane(page)).toContainText('All files');
  await writeFile(join(workspaceDir, 'NOTES.md'), 'Mine\n');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(pane(page)).toContainText('1 of 2 files can be undone');
  const undo = button(pane(page), 'Undo this turn');
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  await undo.click();
  await expect(pane(page)).toContainText('Not undone, for it was changed since: NOTES.md');
  await expect(line(page, 'Undone in 1 file, still changed in 1 file')).toBeVisible();
  expect(await readFile(join(workspaceDir, 'NOTES.md'), 'utf8')).toBe('Mine\n');
});
