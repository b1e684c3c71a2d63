import { expect, type Locator, type Page } from '@playwright/test';
import { git } from '../../test/main/worktrees/repository.ts';
import { button, press, untilIdle } from './chat.ts';
import { stage } from './previews.ts';

/** Commits the sample project. */
export function makeRepository(workspaceDir: string): void {
  git(workspaceDir, 'init', '--quiet', '--initial-branch=main');
  git(workspaceDir, 'add', '--all');
  git(workspaceDir, 'commit', '--quiet', '--message=one');
}

/** Has the agent change a file in a worktree of its own; returns the folder. */
export async function changeInWorktree(page: Page, workspaceDir: string): Promise<string> {
  const own = page.getByRole('radio', { name: 'In its own worktree' });
  await expect(own).toHaveAttribute('title', /^Works on a branch/);
  await own.click();
  await press(await stage(page), 'Apply');
  await untilIdle(page);
  return (
    git(workspaceDir, 'worktree', 'list', '--porcelain').split('\n\n')[1]?.split('\n')[0]?.slice(9) ?? ''
  );
}

/** The pane with all changes of the open chat. */
export const changesPane = (page: Page): Locator =>
  page.getByRole('region', { name: 'All changes', exact: true });

export async function openChanges(page: Page): Promise<void> {
  await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
  await expect(changesPane(page)).toContainText('Since main');
}
