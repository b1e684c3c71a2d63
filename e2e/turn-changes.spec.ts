import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { withClaudeLikeAgent } from '../test/main/agents/external/external-chat.ts';
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
  await expect(pane(page)).toContainText('1 of 2 files goes back to what it was');
  const undo = button(pane(page), 'Undo this turn');
  await expect(undo).toHaveAttribute('aria-disabled', 'false');
  await undo.click();
  await expect(pane(page)).toContainText('Not undone, for it was changed since: NOTES.md');
  await expect(line(page, 'Undone in 1 file, still changed in 1 file')).toBeVisible();
  expect(await readFile(join(workspaceDir, 'NOTES.md'), 'utf8')).toBe('Mine\n');
});

test.describe('of an external agent', () => {
  test.use({
    env: { PARLEY_AGENT: 'acp/claude' },
    prepare: async ({ hostName: _ }, use) =>
      use(({ dataDir }) => {
        mkdirSync(dataDir, { recursive: true });
        withClaudeLikeAgent(dataDir);
      }),
  });

  test('a turn tells its own changes from what changed meanwhile, and undoes what is ticked', async ({
    parley: { page, workspaceDir },
  }) => {
    const read = (path: string) => readFile(join(workspaceDir, path), 'utf8').catch(() => null);
    const [parse, main] = [await read('src/parse.js'), await read('src/main.js')];
    await send(page, 'Lines that begin with # are comments.');
    await untilIdle(page);
    const card = page.getByRole('group', { name: 'Changed 4 files', exact: true });
    await expect(card).toContainText('1 more, and 2 also changed meanwhile');
    await line(page, 'Changed 4 files').click();
    const tick = (path: string) => pane(page).getByRole('checkbox', { name: `Undo ${path}`, exact: true });
    await expect(tick('src/parse.js')).toBeChecked();
    await expect(tick('src/main.js')).not.toBeChecked();
    await expect(pane(page)).toContainText('4 of 6 files go back to what they were');
    await tick('src/main.js').click();
    await tick('docs.md').click();
    await expect(pane(page)).toContainText('4 of 6 files go back to what they were');
    const undo = button(pane(page), 'Undo this turn');
    await expect(undo).toHaveAttribute('aria-disabled', 'false');
    await undo.click();
    await expect(line(page, 'Undone in 4 files, still changed in 1 file')).toBeVisible();
    expect([await read('src/parse.js'), await read('src/main.js')]).toEqual([parse, main]);
    expect([await read('CHANGES.md'), await read('src/comments.js')]).toEqual([null, null]);
    expect(await read('docs.md')).toContain('are comments');
    expect(await read('package.json')).toContain('"tiny-parser" }');
    await page.reload();
    const again = page.getByRole('group', {
      name: 'Undone in 4 files, still changed in 1 file',
      exact: true,
    });
    await expect(again).toContainText('docs.md');
  });
});
