import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { git } from '../../test/main/worktrees/repository.ts';
import { button, chatMenu, chatRows, press, send, untilSaid } from '../support/chat.ts';
import { openSettings } from '../support/pages.ts';
import { edit, stage, wish } from '../support/previews.ts';
import { answer, say } from '../support/provider.ts';
import { busyChat, saveChats } from './saved-chats.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

/** Commits the project, and leaves a file that is not committed. */
function makeRepository(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=one');
  writeFileSync(join(folder, 'TODO.md'), 'Retry\n');
}

async function chooseWorktree(page: Page): Promise<void> {
  const own = page.getByRole('radio', { name: 'In its own worktree' });
  await expect(own).toHaveAttribute('title', /^Works on a branch/);
  await own.click();
  await page.getByRole('checkbox', { name: 'Take 1 uncommitted file along' }).waitFor();
}

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
        makeRepository(workspaceDir);
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        await chooseWorktree(page);
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
      name: 'worktree-changes',
      title: 'All that a chat has changed in its worktree',
      async reach({ page }) {
        await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
        await page.getByText('Since main').waitFor();
      },
    },
    {
      name: 'worktree-changes-commented',
      title: 'A comment on a changed line, to be sent with others',
      async reach({ page }) {
        const lines = page.getByRole('group', { name: 'Changes of package.json' });
        await lines.getByText('"small-parser"').hover();
        await lines.getByRole('button', { name: /^Add a comment on line 2/ }).click();
        await lines.getByRole('textbox').fill('Call it `mini-parser`, please.');
        await button(lines, 'Done').click();
        await page.getByText('1 comment, not sent yet').waitFor();
      },
    },
    {
      name: 'bring-back',
      title: 'The ways to bring it back',
      widths: ['wide'],
      async reach({ page }) {
        await page
          .getByRole('region', { name: 'All changes' })
          .getByRole('button', { name: /^Remove the comment/ })
          .click();
        await button(page.getByRole('region', { name: 'All changes' }), 'Bring back').click();
        await page.getByText('2 files as one change you see first and can undo').waitFor();
      },
    },
    {
      name: 'bring-back-card',
      title: 'Into the folder, where both changed the same and a link stays behind',
      async reach({ page, workspaceDir }) {
        const own = join(workspaceDir, 'package.json');
        writeFileSync(own, readFileSync(own, 'utf8').replace('tiny-parser', 'my-parser'));
        const listed = git(workspaceDir, 'worktree', 'list', '--porcelain');
        const tree = /^worktree (.*data-worktrees.*)$/m.exec(listed)?.[1] ?? '';
        symlinkSync('README.md', join(tree, 'link'));
        const way = page.getByRole('menuitem', { name: 'Into the folder' });
        // The menu closes where the window gets another size.
        if (!(await way.isVisible()))
          await button(page.getByRole('region', { name: 'All changes' }), 'Bring back').click();
        await way.click();
        const card = page.getByRole('region', { name: 'Preview: Bring back 1 file' });
        await card.getByText('Stays in the worktree').waitFor();
      },
    },
    {
      name: 'branch-prefix-refused',
      title: 'Settings: what git takes in no branch',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await openSettings(page, 'Data');
        const field = page.getByRole('textbox', { name: 'Branches begin with' });
        await field.fill('my fixes/');
        await field.press('Enter');
        await page.getByText('Git allows no space in the name of a branch.').waitFor();
      },
    },
    {
      name: 'worktree-deleted',
      title: 'What would be lost with a worktree',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await chatMenu(page).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await button(page.getByRole('dialog'), 'Delete').waitFor();
      },
    },
  ],
};

/** Opens a chat in which nothing was said, for a worktree of its own in Edit mode. */
async function openForWorktree(page: Page, name: string): Promise<void> {
  await chatRows(page).filter({ hasText: name }).click();
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await chooseWorktree(page);
}

export const twoInWorktrees: AppStory = {
  name: 'Two chats on one folder, each in its own worktree',
  agent: 'claude',
  prepare(place) {
    makeRepository(place.workspaceDir);
    saveChats(place, { review: false });
  },
  states: [
    {
      name: 'two-in-worktrees',
      title: 'A chat in its own worktree, while another works beside it',
      async reach({ page, provider }) {
        await openForWorktree(page, 'Write the README');
        provider.reply({ type: 'hang', blocks: [] });
        await send(page, 'Write down how it is used, with an example.');
        await page.getByRole('region', { name: 'Where it works' }).waitFor();
        await openForWorktree(page, busyChat);
        const done = 'A value keeps the equals signs in it now: only the first one of a line divides it.';
        provider.reply(
          answer(
            edit(
              'split',
              'src/parse.js',
              "  return new Map(lines.map((line) => line.split('=', 2).map((part) => part.trim())));",
              `  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );`,
            ),
          ),
          wish('Only the first equals sign divides a line.'),
          say(done),
        );
        await send(page, 'Split each line once, and keep what follows the first equals sign.');
        const card = page.getByRole('region', { name: /^Preview: / }).last();
        await press(card, 'Apply');
        await untilSaid(page, done);
        await page.getByText('Changed 1 file').waitFor();
      },
    },
  ],
};
