import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { call } from './support/asking.ts';
import { button, press, send, untilSaid } from './support/chat.ts';
import { edit, preview, rename, stage, wish, write } from './support/previews.ts';
import { answer, bodyOf, lastMessage, say, test } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

const parser = edit('parser-1', 'src/parse.js', 'Reads lines', 'Takes lines');
const notes = write('notes-1', 'CHANGES.md', '# Changes\n');

const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('one of three files is left out by two clicks, and the agent is told', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(rename, parser, notes), wish('All is ready.'), say('Done.'));
  const card = await stage(page, 'All is ready.');
  await expect(card).toContainText('has 3 files to review');
  await expect(button(card, 'Apply 3 files')).toBeVisible();
  await expect(card.getByText('3 lines added, 2 lines removed', { exact: true })).toBeAttached();
  await button(card, 'Drop src/parse.js').click();
  await expect(card).toContainText('2 of 3 changes kept');
  await expect(card.getByText('2 lines added, 1 line removed', { exact: true })).toBeAttached();
  await expect(card.locator('li[data-path="src/parse.js"]')).toContainText('no line changed');
  const before = await readFile(join(workspaceDir, 'src/parse.js'), 'utf8');
  await press(card, 'Apply 2 files');
  await untilSaid(page, 'Done.');
  await expect(card).toContainText('Applied · 2 of 3 files');
  expect(await readFile(join(workspaceDir, 'src/parse.js'), 'utf8')).toBe(before);
  expect(await readFile(join(workspaceDir, 'package.json'), 'utf8')).toContain('small-parser');
  expect(lastMessage(await bodyOf(provider, 2)).results[0]?.text).toContain(
    'The user left these files as they are:\n- src/parse.js',
  );
});

test('files are marked as read in the pane, stay so over a reload, and are applied', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  // Narrow enough that the pane opens by the button alone.
  await page.setViewportSize({ width: 1024, height: 900 });
  provider.reply(answer(rename, parser, notes), wish('All is ready.'), say('Done.'));
  const card = await stage(page, 'All is ready.');
  await button(card, 'Open beside').click();
  const reader = pane(page, '3 files to review');
  const viewed = (path: string) => reader.getByRole('checkbox', { name: `Viewed ${path}`, exact: true });
  await viewed('src/parse.js').check();
  await expect(reader.getByRole('group', { name: 'Changes of src/parse.js' })).toBeHidden();
  await viewed('package.json').check();
  await expect(reader).toContainText('2 of 3 viewed');
  await viewed('package.json').uncheck();
  await expect(reader.getByRole('group', { name: 'Changes of package.json' })).toBeVisible();
  await expectStored(parley, '"viewed":[{"path":"src/parse.js"');
  await page.reload();
  await button(page.getByRole('region', { name: /^Preview: / }).last(), 'Open beside').click();
  await expect(viewed('src/parse.js')).toBeChecked();
  await expect(reader).toContainText('1 of 3 viewed');
  await press(reader, 'Apply 3 files');
  await untilSaid(page, 'Done.');
  expect(await readFile(join(workspaceDir, 'src/parse.js'), 'utf8')).toContain('Takes lines');
});

test('what is dropped is dropped after a reload, and kept again', async ({ parley, provider }) => {
  const { page } = parley;
  provider.reply(answer(rename), wish(), say('Done.'));
  const card = await stage(page);
  await button(card, 'Drop package.json').click();
  await expect(button(card, 'Apply')).toBeDisabled();
  await expectStored(parley, '"drops":[{"path":"package.json"');
  await page.reload();
  await expect(button(preview(page), 'Apply')).toBeDisabled();
  await button(preview(page), 'Keep package.json').click();
  await press(preview(page), 'Apply');
  await untilSaid(page, 'Done.');
});

const lines = Array.from({ length: 100 }, (_, index) => `Line ${index + 1}`);

test('a long change is cut on its card, which decides nothing; the pane shows all of it and decides', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(write('notes-1', 'NOTES.md', `${lines.join('\n')}\n`)), wish('Notes.'), say('Done.'));
  const card = await stage(page, 'Notes.');
  await expect(button(card, 'Apply')).toBeHidden();
  await button(card, 'Read and apply').click();
  const reader = pane(page, '1 file to review');
  await expect(reader.getByRole('group', { name: 'Changes of NOTES.md' })).toContainText('Line 100');
  await button(card, 'Discard').click();
  await expect(reader.getByRole('textbox', { name: 'Reason', exact: true })).toBeVisible();
  await button(reader, 'Keep').click();
  await reader.getByRole('button', { name: /^New NOTES\.md/ }).click();
  await expect(button(reader, 'Apply')).toBeHidden();
  await button(reader, 'Show everything').click();
  await press(reader, 'Apply');
  await untilSaid(page, 'Done.');
  await expect(reader).toBeHidden();
  expect(await readFile(join(workspaceDir, 'NOTES.md'), 'utf8')).toContain('Line 100');
});

test('a long plan is read in the pane and approved there', async ({ parley: { page }, provider }) => {
  const plan = ['# Notes', '', ...lines.map((line) => `- ${line}`)].join('\n');
  provider.reply(
    answer({ type: 'tool_use', id: 'plan-1', name: 'propose_plan', input: { title: 'Notes', plan } }),
    wish('Ready.'),
    say('On it.'),
  );
  await page.getByRole('radio', { name: 'Plan', exact: true }).click();
  await send(page, 'Plan it');
  const card = page.getByRole('region', { name: /^Preview: / }).last();
  await expect(card).toContainText('has a plan');
  await expect(button(card, 'Approve plan')).toBeHidden();
  await button(card, 'Read and approve').click();
  const reader = pane(page, 'Plan');
  await expect(reader).toContainText('Line 100');
  await press(reader, 'Approve plan');
  await expect(card).toContainText('Approved');
  await expect(reader).toBeHidden();
});

test('keys go through the changes while the focus is among them', async ({ parley: { page }, provider }) => {
  provider.reply(answer(rename, parser), wish('Two.'), say('Done.'));
  const card = await stage(page, 'Two.');
  await card.getByRole('group', { name: 'Changes of package.json' }).focus();
  await page.keyboard.press('n');
  await expect(card.locator('li[data-path="src/parse.js"]')).toBeFocused();
  await page.keyboard.press('p');
  await expect(card.locator('li[data-path="package.json"]')).toBeFocused();
  await page.keyboard.press('j');
  await expect(card.locator('[data-change="0"]').first()).toBeFocused();
});

test('lines to the end are offered where there are some', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const numbered = lines.slice(0, 10).join('\n');
  await writeFile(join(workspaceDir, 'short.txt'), `${numbered}\n`);
  await writeFile(join(workspaceDir, 'long.txt'), `${numbered}\n`);
  provider.reply(
    answer(edit('short-1', 'short.txt', 'Line 7', 'Row 7'), edit('long-1', 'long.txt', 'Line 5', 'Row 5')),
    wish('Both.'),
    say('Done.'),
  );
  const card = await stage(page, 'Both.');
  await expect(
    button(card.locator('li[data-path="long.txt"]'), 'Show 2 unchanged lines to the end'),
  ).toBeVisible();
  const short = card.locator('li[data-path="short.txt"]');
  await expect(short).toContainText('Line 10');
  await expect(short.getByRole('button', { name: /to the end$/ })).toHaveCount(0);
});

test('a card that is read in the pane names what is deleted', async ({ parley: { page }, provider }) => {
  const gone = call('gone-1', 'delete_file', { path: 'test/parse.test.js' });
  provider.reply(answer(rename, parser, notes, gone), wish('All is ready.'), say('Done.'));
  await page.setViewportSize({ width: 390, height: 844 });
  const card = await stage(page, 'All is ready.');
  await expect(button(card, 'Read and apply')).toBeVisible();
  await expect(card.getByTitle('test/parse.test.js', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(card.getByTitle('Deleted', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('side by side is offered where both columns have room, and left by the same button', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Done.'));
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = await stage(page);
  await button(card, 'Open beside').click();
  const reader = pane(page, '1 file to review');
  const beside = page.getByRole('group', { name: 'Changes of package.json, before' });
  await button(reader, 'Side by side').click();
  await expect(beside).toBeVisible();
  for (const width of [1024, 720, 390]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(beside, `${width} pixels`).toBeHidden();
    await expect(button(page, 'Side by side')).toHaveCount(0);
    await expect(button(page, 'Wrap lines')).toBeVisible();
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(beside).toBeVisible();
  await button(reader, 'Side by side').click();
  await expect(beside).toBeHidden();
});
