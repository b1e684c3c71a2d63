import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { git } from '../test/main/worktrees/repository.ts';
import { expectAccessible } from './support/accessibility.ts';
import { button, press, untilIdle } from './support/chat.ts';
import { edit, stage, wish } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';

const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** Begins a chat in a worktree, in which the agent renames the package; returns the folder of the worktree. */
async function renameInWorktree(page: Page, workspaceDir: string): Promise<string> {
  git(workspaceDir, 'init', '--quiet', '--initial-branch=main');
  git(workspaceDir, 'add', '--all');
  git(workspaceDir, 'commit', '--quiet', '--message=one');
  await comeBack(page);
  const own = page.getByRole('radio', { name: 'In its own worktree', exact: true });
  await expect(own).toHaveAttribute('title', /^Works on a branch/);
  await own.click();
  await expect(own).toBeChecked();
  const card = await stage(page);
  await press(card, 'Apply');
  await untilIdle(page);
  await page.getByRole('region', { name: 'Where it works' }).waitFor();
  const listed = git(workspaceDir, 'worktree', 'list', '--porcelain');
  return /^worktree (.*data-worktrees.*)$/m.exec(listed)?.[1] ?? '';
}

async function choose(page: Page, way: string): Promise<void> {
  const pane = page.getByRole('region', { name: 'All changes' });
  if (!(await pane.isVisible()))
    await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
  await button(pane, 'Bring back').click();
  await page.getByRole('menuitem', { name: way, exact: true }).click();
}

test('what a chat has changed is brought into the folder, where both changed the same with a choice', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const rename = edit('edit-1', 'package.json', '"tiny-parser"', '"small-parser"');
  provider.reply(answer(rename), wish(), say('Done.'));
  const tree = await renameInWorktree(page, workspaceDir);
  const own = readFileSync(join(workspaceDir, 'package.json'), 'utf8');
  writeFileSync(join(workspaceDir, 'package.json'), own.replace('tiny-parser', 'my-parser'));
  writeFileSync(join(tree, 'NOTES.md'), 'Notes\n');

  await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
  const pane = page.getByRole('region', { name: 'All changes' });
  await button(pane, 'Bring back').click();
  const into = page.getByRole('menuitem', { name: 'Into the folder', exact: true });
  await expect(into).toHaveAccessibleDescription('2 files as one change you see first and can undo');
  await expectAccessible(page, 'the ways to bring back');
  await into.click();

  const card = page.getByRole('region', { name: 'Preview: Bring back 2 files' });
  await expect(card).toContainText('2 files to bring into tiny-parser');
  await expect(card).toContainText('1 conflict to resolve');
  await expectAccessible(page, 'what is brought back, with a conflict');
  await expect(button(card, 'Ask for changes')).toBeHidden();
  expect(readFileSync(join(workspaceDir, 'package.json'), 'utf8')).toContain('my-parser');
  await card.getByRole('radio', { name: 'Theirs' }).click();
  await press(card, 'Apply 2 files');
  await expect(card.getByRole('status').filter({ hasText: 'Applied' })).toBeVisible();
  expect(readFileSync(join(workspaceDir, 'package.json'), 'utf8')).toContain('small-parser');
  expect(readFileSync(join(workspaceDir, 'NOTES.md'), 'utf8')).toBe('Notes\n');
  await expect(card).toContainText('2 files in tiny-parser');

  await press(card, 'Undo');
  await expect(card.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible();
  expect(readFileSync(join(workspaceDir, 'package.json'), 'utf8')).toContain('my-parser');
  await press(card, 'Apply again');
  await expect(card.getByRole('status').filter({ hasText: 'Applied' })).toBeVisible();

  await choose(page, 'Into the folder');
  await expect(pane.getByText('The folder has all changes of the worktree already.')).toBeVisible();
});

test('the branch is merged once all in the folder is committed, by a command that is shown first', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const rename = edit('edit-1', 'package.json', '"tiny-parser"', '"small-parser"');
  provider.reply(answer(rename), wish(), say('Done.'));
  const tree = await renameInWorktree(page, workspaceDir);
  await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
  const pane = page.getByRole('region', { name: 'All changes' });
  const merge = page.getByRole('menuitem', { name: 'Merge the branch', exact: true });
  await button(pane, 'Bring back').click();
  await expect(merge).toHaveAccessibleDescription('Not now: nothing of it is committed yet');
  await expect(merge).toBeDisabled();

  // The menu stays open, and true.
  git(tree, 'commit', '--quiet', '--all', '--message=Rename the package');
  await expect(merge).toHaveAccessibleDescription('Asks first whether you trust the repository');
  await expect(merge).toBeEnabled();
  writeFileSync(join(workspaceDir, 'TODO.md'), 'Mine\n');
  await expect(merge).toHaveAccessibleDescription('Not now: main has 1 file that isn’t committed');
  await page.keyboard.press('Escape');

  git(workspaceDir, 'add', '--all');
  git(workspaceDir, 'commit', '--quiet', '--message=mine');
  git(tree, 'merge', '--quiet', 'main');
  await choose(page, 'Merge the branch');
  const dialog = page.getByRole('dialog', { name: 'Merge the branch' });
  await press(dialog, 'Trust this repository');
  await expect(dialog).toContainText(/git merge --no-edit -m 'Merge branch .* [0-9a-f]{40}/);
  await expectAccessible(page, 'a branch that can be merged');
  await press(dialog, 'Merge');
  await expect(dialog.getByRole('status')).toContainText('parley/rename-it is merged.');
  expect(readFileSync(join(workspaceDir, 'package.json'), 'utf8')).toContain('small-parser');
  await button(dialog, 'Done').click();
  await expect(dialog).toBeHidden();
});
