import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { git } from '../test/main/worktrees/repository.ts';
import { stubGh } from '../test/main/worktrees/stub-gh.ts';
import { expectAccessible } from './support/accessibility.ts';
import { button, press, pressOnCard, send, untilIdle, untilSaid } from './support/chat.ts';
import { rename, stage, wish } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** A chat whose worktree has one change that is not committed; returns the worktree. */
async function begin(page: Page, workspaceDir: string): Promise<string> {
  const own = page.getByRole('radio', { name: 'In its own worktree' });
  await own.click();
  await expect(own).toBeChecked();
  await press(await stage(page), 'Apply');
  await untilIdle(page);
  await button(page.getByRole('region', { name: 'Where it works' }), 'All changes').click();
  const [place = ''] = git(workspaceDir, 'worktree', 'list', '--porcelain')
    .split('\n')
    .flatMap((line) => /^worktree (.*data-worktrees.*)$/.exec(line)?.[1] ?? []);
  return place;
}

async function choose(page: Page, way: string): Promise<void> {
  await button(page, 'Bring back').click();
  await page.getByRole('menuitem', { name: way }).click();
  await expect(dialog(page)).toBeVisible();
}

function makeRepository(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=one');
}

async function hook(folder: string, name: string, text: string): Promise<void> {
  await mkdir(join(folder, '.git/hooks'), { recursive: true });
  await writeFile(join(folder, '.git/hooks', name), `#!/bin/sh\n${text}\n`);
  await chmod(join(folder, '.git/hooks', name), 0o755);
}

/** In a repository that nobody has trusted, what would run is listed first. */
async function trustRepository(page: Page): Promise<void> {
  await choose(page, 'Commit…');
  await expect(dialog(page).getByRole('list', { name: 'What would run' })).toContainText('pre-commit');
  await expectAccessible(page, 'what git would run');
  await press(dialog(page), 'Trust this repository');
}

const commitDialog = (page: Page) => page.getByRole('dialog', { name: 'Commit', exact: true });
const message = (page: Page) => commitDialog(page).getByRole('textbox', { name: 'Message' });

async function closeDialog(page: Page): Promise<void> {
  await button(dialog(page), 'Close').last().click();
  await expect(dialog(page)).toBeHidden();
}

/**
 * The agent's message is there to be changed; what a hook prints is there while it runs, and one that refuses keeps the
 * message, also once the dialog was closed.
 */
async function commit(page: Page, workspaceDir: string, gate: string): Promise<void> {
  await expect(message(page)).toHaveValue('Rename the package\n\nIt is small now.');
  await expect(dialog(page)).toContainText('To parley/rename-it');
  await expectAccessible(page, 'a commit');
  await message(page).fill('Call it small-parser');
  await pressOnCard(button(dialog(page), 'Commit 1 file'));
  await expect(dialog(page).getByRole('group', { name: 'Output' })).toHaveText('checking the lines');
  await expect(button(dialog(page), 'Stop')).toBeVisible();
  await expectAccessible(page, 'a commit while its hook runs');
  await writeFile(gate, '');
  await expect(dialog(page).getByRole('alert')).toContainText('A hook of the repository refused.');
  await expect(dialog(page)).toContainText('too long: line 3');
  await page.keyboard.press('Escape');
  await rm(join(workspaceDir, '.git/hooks/pre-commit'));
  await choose(page, 'Commit…');
  await expect(message(page)).toHaveValue('Call it small-parser');
  await press(dialog(page), 'Commit 1 file');
  await expect(dialog(page)).toContainText(/Committed\s+[0-9a-f]{7}\s+Call it small-parser/);
  await closeDialog(page);
}

/** The push says what goes where, and does it once it is pressed; a host with pages has one for the pull request. */
async function push(page: Page, workspaceDir: string, host: string): Promise<void> {
  await choose(page, 'Push and open a pull request…');
  await expect(dialog(page)).toContainText(/git push origin [0-9a-f]{40}:refs\/heads\/parley\/rename-it/);
  await expect(dialog(page)).toContainText(host);
  await expectAccessible(page, 'a push');
  await press(dialog(page), 'Push');
  await expect(dialog(page)).toContainText('This remote is no host with pages');
  expect(git(host, 'log', '-1', '--format=%s', 'parley/rename-it')).toBe('Call it small-parser');
  await closeDialog(page);
  git(workspaceDir, 'remote', 'set-url', 'origin', 'https://ada:hunter2@github.com/ada/tiny-parser.git');
  await choose(page, 'Push and open a pull request…');
  await expect(dialog(page)).toContainText('To https://github.com/ada/tiny-parser.git');
  await button(dialog(page), 'Go on to the pull request').click();
  const link = dialog(page).getByRole('link', { name: 'Open the pull request page' });
  const address = 'https://github.com/ada/tiny-parser/compare/parley/rename-it?expand=1';
  await expect(link).toHaveAttribute('href', address);
  await closeDialog(page);
}

async function removeWorktree(page: Page, place: string): Promise<void> {
  await choose(page, 'Remove the worktree…');
  await expect(dialog(page)).toContainText('All of it is elsewhere too');
  await expectAccessible(page, 'removing a worktree');
  await press(dialog(page), 'Remove');
  await expect(page.getByText('The worktree was removed.')).toBeVisible();
  await expect(button(page, 'Go on in the folder')).toBeVisible();
  expect(existsSync(place)).toBe(false);
}

test('a change is committed with the words of the person, pushed to another repository, and its worktree removed', async ({
  parley: { page, workspaceDir, dataDir },
  provider,
}) => {
  makeRepository(workspaceDir);
  const host = join(dataDir, '..', 'host.git');
  git(workspaceDir, 'init', '--quiet', '--bare', host);
  git(workspaceDir, 'remote', 'add', 'origin', host);
  const gate = join(dataDir, '..', 'gate');
  execFileSync('mkfifo', [gate]);
  const check = `echo checking the lines; cat "${gate}"; echo "too long: line 3" >&2; exit 1`;
  await hook(workspaceDir, 'pre-commit', check);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const proposal = say('Rename the package\n\nIt is small now.');
  provider.reply(answer(rename), wish(), say('Done.'), proposal, proposal);
  const place = await begin(page, workspaceDir);
  await trustRepository(page);
  await commit(page, workspaceDir, gate);
  expect(git(place, 'log', '-1', '--format=%an: %s')).toBe('Ada: Call it small-parser');
  await push(page, workspaceDir, host);
  await removeWorktree(page, place);
  provider.reply(say('It is there again.'));
  await send(page, 'Go on');
  await untilSaid(page, 'It is there again.');
  expect(git(place, 'log', '-1', '--format=%s')).toBe('Call it small-parser');
});

test('a proposal that comes while the person writes replaces nothing', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  makeRepository(workspaceDir);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const { promise: after, resolve: come } = Promise.withResolvers<void>();
  const proposal = { type: 'answer' as const, blocks: [{ type: 'text' as const, text: 'Rename it' }], after };
  provider.reply(answer(rename), wish(), say('Done.'), proposal);
  await begin(page, workspaceDir);
  await choose(page, 'Commit…');
  await press(dialog(page), 'Trust this repository');
  await message(page).fill('My own words');
  come();
  await button(dialog(page), 'Use the message of Claude').waitFor();
  await expect(message(page)).toHaveValue('My own words');
  await button(dialog(page), 'Use the message of Claude').click();
  await expect(message(page)).toHaveValue('Rename it');
});

test('a dialog stays in front of the pane where the window becomes narrow, and keeps the focus', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  makeRepository(workspaceDir);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  provider.reply(answer(rename), wish(), say('Done.'), say('Rename it'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await begin(page, workspaceDir);
  await choose(page, 'Commit…');
  await press(dialog(page), 'Trust this repository');
  await message(page).fill('My own words');
  const commit = commitDialog(page);
  const isInFront = () =>
    commit.evaluate((element) => {
      const { left, top, width } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + 20));
    });
  for (const width of [360, 1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(page.getByRole('dialog', { name: 'All changes' })).toHaveCount(width === 360 ? 1 : 0);
    expect(await isInFront()).toBe(true);
    await expect(message(page)).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(commit).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'All changes' })).toBeVisible();
});

test.describe('where gh is signed in', () => {
  test.use({
    prepare: async ({ hostName: _ }, use) =>
      use(({ dataDir, workspaceDir }) => {
        makeRepository(workspaceDir);
        git(workspaceDir, 'remote', 'add', 'origin', 'git@github.com:ada/tiny-parser.git');
        const home = join(dataDir, '..', 'home');
        mkdirSync(join(home, 'bin'), { recursive: true });
        stubGh(join(home, 'bin'), { signedIn: ['github.com'] });
        // A login shell begins its path anew.
        writeFileSync(join(home, '.profile'), `export PATH="${join(home, 'bin')}:$PATH"\n`);
      }),
  });

  test('it opens a pull request with the words of the person', async ({
    parley: { page, workspaceDir, dataDir },
    provider,
  }) => {
    provider.reply(answer(rename), wish(), say('Done.'));
    const place = await begin(page, workspaceDir);
    git(place, 'commit', '--quiet', '--all', '--message=Call it small-parser\n\nIt is small.');
    git(place, 'update-ref', 'refs/remotes/origin/parley/rename-it', 'HEAD');
    await choose(page, 'Push and open a pull request…');
    await press(dialog(page), 'Trust this repository');
    await button(dialog(page), 'Go on to the pull request').click();
    await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Call it small-parser');
    const text = dialog(page).getByRole('textbox', { name: 'Text' });
    await expect(text).toHaveValue('It is small.');
    await expectAccessible(page, 'a pull request');
    await text.fill('It is small now.');
    await press(dialog(page), 'Open pull request');
    await expect(dialog(page).getByRole('link', { name: 'Show it' })).toHaveAttribute(
      'href',
      'https://github.com/ada/tiny-parser/pull/7',
    );
    expect(readFileSync(join(dataDir, '..', 'home/bin/body'), 'utf8')).toBe('It is small now.');
  });
});
