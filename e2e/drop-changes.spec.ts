import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button, send } from './support/chat.ts';
import { rename, wish } from './support/previews.ts';
import { answer, bodyOf, say, test } from './support/provider.ts';
import { changeInWorktree, changesPane, makeRepository, openChanges } from './support/worktree-chat.ts';

const lines = Array.from({ length: 30 }, (_, number) => `line ${number + 1}\n`);

test.use({
  prepare: async ({ hostName: _ }, use) =>
    use(({ workspaceDir }) => {
      writeFileSync(join(workspaceDir, 'notes.txt'), lines.join(''));
      makeRepository(workspaceDir);
    }),
});

test('files and changes of a chat are dropped, undone, and told to its agent', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Done.'), say('I see.'));
  const place = await changeInWorktree(page, workspaceDir);
  const notes = join(place, 'notes.txt');
  writeFileSync(notes, lines.with(2, 'three\n').with(25, 'twenty-six\n').join(''));
  writeFileSync(join(place, 'new.txt'), 'new\n');
  await openChanges(page);
  const pane = changesPane(page);
  const files = pane.getByRole('listitem');
  const said = pane.getByRole('status').filter({ hasText: /./ });
  await expect(files).toHaveCount(3);

  await button(pane, 'Drop change 1 of notes.txt').click();
  await expect(said).toHaveText('A change of notes.txt is dropped.');
  await expect(button(pane, 'Drop change 1 of notes.txt')).toBeHidden();
  expect(readFileSync(notes, 'utf8')).toBe(lines.with(25, 'twenty-six\n').join(''));

  await button(pane, 'Drop new.txt').focus();
  await page.keyboard.press('Enter');
  await expect(files).toHaveCount(2);
  await expect(pane.locator('[data-path="notes.txt"]')).toBeFocused();
  expect(existsSync(join(place, 'new.txt'))).toBe(false);
  await expectAccessible(page, 'what was dropped');
  await button(pane, 'Undo').click();
  await expect(files).toHaveCount(3);
  expect(readFileSync(join(place, 'new.txt'), 'utf8')).toBe('new\n');

  // The agent, or somebody, goes on with the file.
  writeFileSync(notes, lines.with(9, 'ten\n').join(''));
  await button(pane, 'Drop notes.txt').click();
  await expect(pane.getByRole('alert')).toContainText('notes.txt has changed since it was shown');
  await expect(pane).toContainText('ten');
  await button(pane, 'Drop notes.txt').click();
  await expect(said).toHaveText('notes.txt is as it was.');
  expect(readFileSync(notes, 'utf8')).toBe(lines.join(''));

  // It stands in the chat, where it can be undone too.
  const cards = page.getByRole('log').getByText('All changes of notes.txt');
  await expect(cards).toBeVisible();
  await page.keyboard.press('Escape');
  await send(page, 'Go on');
  await expect(page.getByRole('log')).toContainText('I see.');
  expect(JSON.stringify(await bodyOf(provider, 3))).toContain('The user put notes.txt back to how commit');
});
