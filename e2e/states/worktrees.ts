import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { addOldBranches, git } from '../../test/main/worktrees/repository.ts';
import { button, chatMenu, chatRows, press, pressOnCard, send, untilSaid } from '../support/chat.ts';
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
      name: 'worktree-change-dropped',
      title: 'A change that was just dropped, to be undone',
      async reach({ page }) {
        const pane = page.getByRole('region', { name: 'All changes' });
        await button(pane, 'Drop TODO.md').click();
        await pane.getByText('TODO.md is deleted.').waitFor();
        await page.getByRole('log').getByText('The new TODO.md').waitFor();
        await button(pane, 'Drop TODO.md').waitFor({ state: 'hidden' });
      },
    },
    {
      name: 'worktree-changes-commented',
      title: 'A comment on a changed line, to be sent with others',
      async reach({ page }) {
        await button(page.getByRole('region', { name: 'All changes' }), 'Undo').click();
        await page.getByRole('log').getByText('Undone', { exact: true }).waitFor();
        await button(page.getByRole('region', { name: 'All changes' }), 'Drop TODO.md').waitFor();
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

export const worktreeStarts: AppStory = {
  name: 'Where a worktree begins',
  agent: 'claude',
  prepare({ workspaceDir }) {
    makeRepository(workspaceDir);
    for (const branch of ['retries', 'a-branch-whose-name-says-at-length-what-it-is-for'])
      git(workspaceDir, 'branch', branch);
    git(workspaceDir, 'update-ref', 'refs/remotes/origin/main', 'main');
    addOldBranches(workspaceDir, 301);
  },
  states: [
    {
      name: 'worktree-start-unknown',
      title: 'A name that no branch has, at which a worktree was to begin',
      async reach({ page }) {
        await chooseWorktree(page);
        await page.getByRole('combobox', { name: 'Begins at' }).selectOption({ label: 'Another branch…' });
        const name = page.getByRole('textbox', { name: 'Name of the branch' });
        await name.fill('retry/uploads');
        await name.press('Enter');
        await page.getByText('There is no branch “retry/uploads” here.').waitFor();
      },
    },
    {
      name: 'worktree-start-chosen',
      title: 'A new chat whose worktree is to begin at another branch',
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Begins at' }).selectOption({ label: 'retries' });
        await page.getByText('Uncommitted files stay in the folder.').waitFor();
      },
    },
    {
      name: 'worktree-start-gone',
      title: 'The branch at which a worktree was to begin is gone',
      async reach({ page, workspaceDir }) {
        git(workspaceDir, 'branch', '-D', 'retries');
        await send(page, 'Retry what failed to be uploaded.');
        await button(page, 'Begin there').waitFor();
      },
    },
    {
      name: 'chat-continued',
      title: 'A chat that is to go on with another in a worktree',
      async reach({ page, provider }) {
        provider.reply(say('Uploads are tried three times now.'));
        await button(page, 'Begin there').click();
        await untilSaid(page, 'Uploads are tried three times now.');
        await chatMenu(page).click();
        await page.getByRole('menuitem', { name: 'New chat in a worktree, from this one' }).click();
        await page.getByRole('checkbox', { name: 'Take 1 uncommitted file along' }).waitFor();
      },
    },
  ],
};

/** Chooses one of the ways to bring back what changed, and waits for its dialog. */
async function bringBack(page: Page, way: string): Promise<void> {
  await button(page, 'Bring back').click();
  await page.getByRole('menuitem', { name: way }).click();
  await page.getByRole('dialog').waitFor();
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export const outOfWorktrees: AppStory = {
  name: 'What a chat changed in its worktree, committed, pushed and removed',
  agent: 'claude',
  prepare({ workspaceDir }) {
    makeRepository(workspaceDir);
    git(workspaceDir, 'config', 'user.name', 'Ada');
    git(workspaceDir, 'config', 'user.email', 'ada@example.org');
    git(workspaceDir, 'remote', 'add', 'origin', 'https://github.com/ada/tiny-parser.git');
    git(workspaceDir, 'remote', 'add', 'fork', 'http://127.0.0.1:1/tiny-parser.git');
    const hook = join(workspaceDir, '.git/hooks/pre-commit');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\n[ -e ok ] || { echo "TODO.md:1: say what to retry" >&2; exit 1; }\n', {
      mode: 0o755,
    });
  },
  states: [
    {
      name: 'repository-not-trusted',
      title: 'What git would run in a repository that nobody has trusted',
      async reach({ page, provider }) {
        await chooseWorktree(page);
        const rename = edit('edit-1', 'package.json', '"tiny-parser"', '"small-parser"');
        const proposal = say('Call the package small-parser\n\nThe old name promised too much.');
        provider.reply(answer(rename), wish(), say('The package is called small-parser now.'), proposal);
        await press(await stage(page), 'Apply');
        await agentDone(page);
        await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
        await bringBack(page, 'Commit…');
        await button(page, 'Trust this repository').waitFor();
      },
    },
    {
      name: 'commit',
      title: 'A commit, with the message that the agent proposes',
      async reach({ page }) {
        await press(page.getByRole('dialog').last(), 'Trust this repository');
        await page.getByText('Change what you like.').waitFor();
      },
    },
    {
      name: 'commit-refused',
      title: 'A commit that a hook has refused',
      async reach({ page }) {
        await pressOnCard(button(page.getByRole('dialog').last(), 'Commit 2 files'));
        await page.getByText('A hook of the repository refused.').waitFor();
      },
    },
    {
      name: 'push',
      title: 'A push, before anything leaves the machine',
      async reach({ page }) {
        await closeDialog(page);
        await bringBack(page, 'Push and open a pull request…');
        await button(page, 'Push').waitFor();
      },
    },
    {
      name: 'push-failed',
      title: 'A push that did not reach the remote',
      async reach({ page }) {
        await page.getByRole('combobox', { name: 'Remote' }).selectOption('fork');
        await pressOnCard(button(page.getByRole('dialog').last(), 'Push'));
        await page.getByText('the remote was not reached').waitFor();
      },
    },
    {
      name: 'remove-worktree',
      title: 'What becomes of a worktree that is removed',
      async reach({ page }) {
        await closeDialog(page);
        await bringBack(page, 'Remove the worktree…');
        await button(page, 'Remove').waitFor();
      },
    },
    {
      name: 'worktree-removed',
      title: 'A chat whose worktree was removed',
      async reach({ page }) {
        await press(page.getByRole('dialog').last(), 'Remove');
        await page.getByText('The worktree was removed.').waitFor();
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
