import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { git } from '../../test/main/worktrees/repository.ts';
import { button, chatMenu, press } from '../support/chat.ts';
import { edit, stage, wish } from '../support/previews.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

export const worktrees: AppStory = {
  name: 'A chat in its own worktree',
  agent: 'claude',
  states: [
    {
      name: 'worktree-refused',
      title: 'Why a chat on this folder can have no worktree',
      async reach({ page }) {
        await page.getByRole('radio', { name: 'In its own worktree' }).click();
        await page.getByText('A worktree needs a git repository').waitFor();
      },
    },
    {
      name: 'worktree-wanted',
      title: 'A new chat that is to work in its own worktree',
      async reach({ page, workspaceDir }) {
        git(workspaceDir, 'init', '--quiet', '--initial-branch=main');
        git(workspaceDir, 'add', '--all');
        git(workspaceDir, 'commit', '--quiet', '--message=one');
        writeFileSync(join(workspaceDir, 'TODO.md'), 'Retry\n');
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        const own = page.getByRole('radio', { name: 'In its own worktree' });
        await expect(own).toHaveAttribute('title', /^Works on a branch/);
        await own.click();
        await page.getByRole('checkbox', { name: 'Take 1 uncommitted file along' }).waitFor();
      },
    },
    {
      name: 'worktree-begun',
      title: 'A chat that works in its own worktree',
      async reach({ page, provider }) {
        const rename = edit('edit-1', 'package.json', '"tiny-parser"', '"small-parser"');
        provider.reply(answer(rename), wish(), say('The package is called small-parser now.'));
        const card = await stage(page);
        await press(card, 'Apply');
        await agentDone(page);
        await page.getByRole('region', { name: 'Where it works' }).waitFor();
      },
    },
    {
      name: 'worktree-deleted',
      title: 'What would be lost with a worktree',
      async reach({ page }) {
        await chatMenu(page).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await button(page.getByRole('dialog'), 'Delete').waitFor();
      },
    },
  ],
};
