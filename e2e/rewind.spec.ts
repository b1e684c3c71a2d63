import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { button, composer, press, send, untilIdle } from './support/chat.ts';
import { rename, stage, wish, write } from './support/previews.ts';
import { answer, bodyOf, say, test } from './support/provider.ts';
import { openSecondWindow } from './support/second-window.ts';

const notes = write('notes-1', 'NOTES.md', 'One\n');
const pane = (page: Page) => page.getByRole('region', { name: 'Back to here', exact: true });
const said = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const line = (page: Page) => page.getByRole('region', { name: 'Back to an earlier message' });

async function openBack(page: Page, text: string): Promise<void> {
  await said(page, text).hover();
  await button(page.getByRole('log'), 'Back to here').last().click();
  await expect(pane(page)).toBeVisible();
}

async function goBack(page: Page): Promise<void> {
  const back = button(pane(page), 'Back to here');
  await expect(back).toHaveAttribute('aria-disabled', 'false');
  await back.click();
  await expect(pane(page)).toBeHidden();
}

test('a chat goes back with its files, forth again, and on another way', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const read = () => readFile(join(workspaceDir, 'package.json'), 'utf8');
  const [before, notesFile] = [await read(), join(workspaceDir, 'NOTES.md')];
  provider.reply(answer(rename, notes), wish(), say('Done.'), say('Another way.'));
  await press(await stage(page), 'Apply 2 files');
  await untilIdle(page);
  const after = await read();
  await openBack(page, 'Rename it');
  await expect(pane(page)).toContainText('small-parser');
  await goBack(page);
  await expect(line(page)).toContainText('2 files went back too');
  await expect(said(page, 'Rename it')).toBeHidden();
  await expect(composer(page)).toHaveValue('Rename it');
  expect(await read()).toBe(before);
  await page.reload();
  const undo = button(line(page), 'Undo');
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  await undo.click();
  await expect(line(page)).toBeHidden();
  await expect(said(page, 'Rename it')).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  expect(await read()).toBe(after);

  await writeFile(notesFile, 'Mine\n');
  await openBack(page, 'Rename it');
  await expect(pane(page)).toContainText('Changed since then, so it stays as it is.');
  await goBack(page);
  await expect(line(page)).toContainText('1 file went back, 1 stayed');
  await composer(page).fill('Leave the name');
  await composer(page).press('Enter');
  await expect(page.getByRole('log')).toContainText('Another way.');
  await expect(line(page)).toBeHidden();
  await expect(page.getByRole('group', { name: 'Versions of this message' })).toContainText('2 of 2');
  expect(await read()).toBe(before);
  const read2 = JSON.stringify(await bodyOf(provider, 3));
  expect(read2).toContain('as they were then: NOTES.md.');
  expect(read2).not.toContain('Rename it');
});

test('another window has the message in its field at once, and loses it with what is sent', async ({
  parley,
  provider,
}) => {
  const { page } = parley;
  provider.reply(say('I see.'), say('I see it.'));
  const { page: other } = await openSecondWindow(parley);
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Attach').click();
  await (await chooser).setFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('one\n') });
  await expect(button(page, 'Remove list.txt')).toBeVisible();
  await send(page, 'Look at this');
  await untilIdle(page);
  await expect(said(other, 'Look at this')).toBeVisible();
  await openBack(page, 'Look at this');
  await goBack(page);
  await expect(composer(other)).toHaveValue('Look at this');
  await expect(button(other, 'Remove list.txt')).toBeVisible();
  await composer(other).press('Enter');
  await expect(page.getByRole('log')).toContainText('I see it.');
  await expect(composer(page)).toHaveValue('');
  await expect(button(page, 'Remove list.txt')).toBeHidden();
});

test('what was attached to the message comes back with it, and goes as the chat goes forth', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(say('I see.'), say('I see it.'));
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Attach').click();
  await (await chooser).setFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('one\n') });
  const attached = button(page, 'Remove list.txt');
  await expect(attached).toBeVisible();
  await send(page, 'Look at this');
  await untilIdle(page);
  await openBack(page, 'Look at this');
  await expect(pane(page)).toContainText('No file was changed since');
  await goBack(page);
  await expect(attached).toBeVisible();
  const undo = button(line(page), 'Undo');
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  await undo.click();
  await expect(attached).toBeHidden();
  await openBack(page, 'Look at this');
  await goBack(page);
  await composer(page).press('Enter');
  await expect(page.getByRole('log')).toContainText('I see it.');
  await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('list.txt');
});
