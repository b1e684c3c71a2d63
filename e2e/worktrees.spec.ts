import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { addOldBranches, git } from '../test/main/worktrees/repository.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  button,
  chatMenu,
  chatRows,
  listSection,
  press,
  send,
  untilArmed,
  untilIdle,
  untilSaid,
} from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { edit, stage, wish } from './support/previews.ts';
import { answer, bodyOf, say, test } from './support/provider.ts';

test.use({ manualClock: true });

const where = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** The person comes back to the window: it looks at the folder again. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** Has branches begin with `fixes/`, after a name that git would refuse. */
async function chooseBranchPrefix(page: Page): Promise<void> {
  await openSettings(page, 'Data');
  const prefix = page.getByRole('textbox', { name: 'Branches begin with', exact: true });
  await expect(prefix).toHaveValue('parley/');
  await prefix.fill('fixes.lock/');
  await prefix.press('Enter');
  await expect(page.getByText('Git allows no “.lock” before a slash.')).toBeVisible();
  await prefix.fill('fixes/');
  await prefix.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** All that the chat has changed is read in the pane, again when the person comes back. */
async function expectAllChanges(page: Page, place: string): Promise<void> {
  await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
  const pane = page.getByRole('region', { name: 'All changes' });
  await expect(pane.getByRole('listitem')).toHaveCount(2);
  await expect(pane).toContainText('small-parser');
  await expect(pane).toContainText(`Since main ${git(place, 'rev-parse', 'HEAD').slice(0, 7)}`);
  git(place, 'checkout', '--quiet', 'package.json');
  await comeBack(page);
  await expect(pane.getByRole('listitem')).toHaveCount(1);
  await writeFile(join(place, 'package.json'), '{ "name": "small-parser" }\n');
  await comeBack(page);
  await expect(pane.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
}

test('a chat works in its own worktree, from the composer to what is kept of it', async ({
  parley: { page, workspaceDir, dataDir, passTime },
  provider,
}) => {
  await where(page, 'In its own worktree').click();
  await expect(
    page.getByText('A worktree needs a git repository, and this folder is in none.'),
  ).toBeVisible();
  await expect(where(page, 'In the folder')).toBeChecked();

  git(workspaceDir, 'init', '--quiet', '--initial-branch=main');
  git(workspaceDir, 'add', '--all');
  git(workspaceDir, 'commit', '--quiet', '--message=one');
  await writeFile(join(workspaceDir, 'TODO.md'), 'Retry\n');
  await comeBack(page);
  await expect(where(page, 'In its own worktree')).toHaveAttribute('title', /^Works on a branch/);
  await where(page, 'In its own worktree').click();
  await expect(page.getByRole('checkbox', { name: 'Take 1 uncommitted file along' })).toBeChecked();
  await expectAccessible(page, 'a new chat in a worktree');

  await chooseBranchPrefix(page);
  const rename = edit('edit-1', 'package.json', '"tiny-parser"', '"small-parser"');
  provider.reply(answer(rename), wish(), say('Done.'));
  const card = await stage(page);
  await expect(page.getByRole('region', { name: 'Where it works' })).toContainText(
    /Works in its own worktree\s*from main, 1 uncommitted file along/,
  );
  await press(card, 'Apply');
  await untilIdle(page);
  expect(git(workspaceDir, 'branch', '--list', 'fixes/*')).toMatch(/fixes\/rename-it$/);
  const [place = ''] = git(workspaceDir, 'worktree', 'list', '--porcelain')
    .split('\n')
    .flatMap((line: string) => /^worktree (.*data-worktrees.*)$/.exec(line)?.[1] ?? []);
  expect(place.startsWith(`${dataDir}-worktrees/tiny-parser-`)).toBe(true);
  expect(await readFile(join(place, 'package.json'), 'utf8')).toContain('small-parser');
  expect(git(workspaceDir, 'status', '--short')).toBe('?? TODO.md');
  await expect(page.locator('header').first()).toContainText('In its own worktree, branch rename-it');
  await expectAllChanges(page, place);
  const inList = listSection(page, 'tiny-parser');
  await expect(inList.getByRole('img', { name: 'In its own worktree' })).toBeVisible();
  await expect(where(page, 'In the folder')).toBeHidden();

  await chatMenu(page).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Its worktree has 2 uncommitted files.');
  await button(dialog, 'Delete').click();
  await expect(chatRows(page)).toHaveCount(0);
  await passTime?.(10_000);
  await expect.poll(() => existsSync(place)).toBe(false);

  await page.getByRole('button', { name: /^tiny-parser/ }).click();
  await expect(where(page, 'In its own worktree')).toBeChecked();
  await openSettings(page, 'Data');
  await page.getByRole('button', { name: /^Restore / }).click();
  await expect(page.locator('header').getByText('In its own worktree, branch')).toBeAttached();
  await expect.poll(() => existsSync(join(place, 'package.json'))).toBe(true);
  expect(await readFile(join(place, 'package.json'), 'utf8')).toContain('small-parser');
  expect(git(place, 'status', '--short')).toBe(' M package.json\n?? TODO.md');
});

test('a command runs once in a new worktree, once it is allowed', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  git(workspaceDir, 'init', '--quiet', '--initial-branch=main');
  git(workspaceDir, 'add', '--all');
  git(workspaceDir, 'commit', '--quiet', '--message=one');
  await comeBack(page);
  await where(page, 'In its own worktree').click();
  const line = page.getByRole('textbox', { name: 'Before the first message, run' });
  await line.fill('touch installed');
  await line.press('Enter');
  await expectAccessible(page, 'a new chat with a command that sets its worktree up');
  provider.reply(say('Done.'));
  await send(page, 'Retry failed uploads');
  const asked = page.getByRole('region', { name: /^Permission: / });
  await untilArmed(asked);
  await expect(asked).toContainText('Parley wants to run a command');
  await expect(asked.locator('[data-mark]').first()).toHaveAttribute('data-mark', 'parley');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAttribute(
    'placeholder',
    'Reply to Parley',
  );
  await press(asked, 'Allow once');
  await untilIdle(page);
  await expect(page.getByRole('region', { name: 'Command: touch installed' })).toContainText('Exit code 0');
  await openSettings(page, 'Data');
  await page.getByRole('button', { name: 'Remove touch installed for tiny-parser' }).click();
  await expect(page.getByRole('list', { name: 'Run in new worktrees' })).toBeHidden();
});

/** Commits the project, and leaves a file that is not committed. */
async function makeRepository(folder: string): Promise<void> {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=one');
  await writeFile(join(folder, 'TODO.md'), 'Retry\n');
}

test('a chat goes on in a worktree of its own, and the first stays as it was', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  await makeRepository(workspaceDir);
  provider.reply(say('Call it small-parser.'), say('Renamed.'), say('Another one.'));
  await send(page, 'Find a better name');
  await untilSaid(page, 'Call it small-parser.');
  await chatMenu(page).click();
  await page.getByRole('menuitem', { name: 'New chat in a worktree, from this one' }).evaluate((item) => {
    for (let press = 0; press < 2; press += 1) item.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  await expect(heading('Find a better name 2')).toBeVisible();
  await expect(page.getByText('Call it small-parser.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Take 1 uncommitted file along' })).toBeChecked();
  await expectAccessible(page, 'a chat that is to go on in a worktree');
  await send(page, 'Do that');
  await untilSaid(page, 'Renamed.');
  await expect(page.getByRole('region', { name: 'Where it works' })).toContainText(
    /from main, 1 uncommitted file along/,
  );
  const asked = JSON.stringify(await bodyOf(provider, 1));
  expect(asked).toContain('Call it small-parser.');

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('from this one');
  await page.keyboard.press('Enter');
  await expect(heading('Find a better name 3')).toBeVisible();
  const begins = page.getByRole('combobox', { name: 'Begins at' });
  await expect(begins).toHaveValue('chat');
  await where(page, 'In the folder').click();
  await expect(begins).toBeHidden();
  await where(page, 'In its own worktree').click();
  await expect(begins).toHaveValue('chat');
  await page.getByRole('checkbox', { name: 'Take 1 uncommitted file along' }).click();
  await send(page, 'Another way');
  await untilSaid(page, 'Another one.');
  const trees = git(workspaceDir, 'worktree', 'list', '--porcelain').match(
    /(?<=^worktree ).*data-worktrees.*$/gm,
  );
  expect((trees ?? []).map((tree) => git(tree, 'status', '--short'))).toEqual(['?? TODO.md', '']);
  await chatRows(page).filter({ hasText: 'Find a better name' }).last().click();
  await expect(heading('Find a better name')).toBeVisible();
  await expect(page.getByText('Do that')).toBeHidden();
  expect(git(workspaceDir, 'status', '--short')).toBe('?? TODO.md');
});

test('a branch that is too old to be listed is found by its name', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  await makeRepository(workspaceDir);
  addOldBranches(workspaceDir, 301);
  provider.reply(say('On old/99.'));
  await comeBack(page);
  await where(page, 'In its own worktree').click();
  const begins = page.getByRole('combobox', { name: 'Begins at' });
  await expect(begins.getByRole('option', { name: 'old/99' })).toHaveCount(0);
  await begins.selectOption({ label: 'Another branch…' });
  const name = page.getByRole('textbox', { name: 'Name of the branch' });
  await expect(name).toBeFocused();
  await name.fill('old/999');
  await name.press('Enter');
  await expect(page.getByText('There is no branch “old/999” here.')).toBeVisible();
  await expectAccessible(page, 'a name that no branch has');
  await name.fill('old/99');
  await name.press('Enter');
  await expect(name).toBeHidden();
  await expect(begins).toBeFocused();
  await expect(begins).toHaveValue('refs/heads/old/99');
  await begins.selectOption({ label: 'Another branch…' });
  await name.fill('old/98');
  await begins.selectOption({ label: 'old/99' });
  await expect(begins).toHaveValue('refs/heads/old/99');
  await send(page, 'Look around');
  await untilSaid(page, 'On old/99.');
  await expect(page.getByRole('region', { name: 'Where it works' })).toContainText('from old/99');
});

test('a worktree begins at another branch, or at the folder where that has gone', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  await makeRepository(workspaceDir);
  git(workspaceDir, 'branch', 'topic');
  await comeBack(page);
  await where(page, 'In its own worktree').click();
  const begins = page.getByRole('combobox', { name: 'Begins at' });
  await expect(begins).toHaveValue('folder');
  await begins.selectOption({ label: 'topic' });
  await expect(page.getByText('Uncommitted files stay in the folder.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /uncommitted/ })).toBeHidden();
  await expectAccessible(page, 'a new chat whose worktree begins at another branch');
  git(workspaceDir, 'branch', '-D', 'topic');
  await comeBack(page);
  await expect(begins.locator('option:checked')).toHaveText('topic, gone');
  provider.reply(say('Done.'));
  await send(page, 'Retry failed uploads');
  await expect(
    page.getByText('The branch topic, where this chat’s worktree was to begin, is gone'),
  ).toBeVisible();
  await button(page, 'Begin there').click();
  await untilSaid(page, 'Done.');
  await expect(page.getByRole('region', { name: 'Where it works' })).toContainText('from main');
});
