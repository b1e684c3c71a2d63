import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button, chatRows } from './support/chat.ts';
import { field, rename, wish } from './support/previews.ts';
import { answer, bodyOf, say, test } from './support/provider.ts';
import {
  changeInWorktree,
  changesPane as pane,
  makeRepository,
  openChanges,
} from './support/worktree-chat.ts';

test.use({
  prepare: async ({ hostName: _ }, use) => use(({ workspaceDir }) => makeRepository(workspaceDir)),
});

async function comment(card: Locator, mark: string, line: string, text: string): Promise<void> {
  await card.locator(`[data-mark="${mark}"]`).hover();
  await button(card, `Add a comment on ${line}`).click();
  await field(card, `Comment on ${line}`).fill(text);
  await button(card, 'Done').click();
}

test('comments on the changes of a chat stay until they are sent as one message, each with its line', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Done.'), say('I see.'));
  const place = await changeInWorktree(page, workspaceDir);
  await openChanges(page);
  await comment(pane(page), 'new 2', 'line 2 of package.json', 'Call it `mini-parser`');
  await comment(pane(page), 'old 2', 'removed line 2 of package.json', 'This was better');
  await expect(pane(page)).toContainText('2 comments, not sent yet');
  await page.reload();
  await openChanges(page);
  await expect(pane(page)).toContainText('2 comments, not sent yet');

  // The agent, or somebody, puts a line before it.
  writeFileSync(
    join(place, 'package.json'),
    '{\n  "private": true,\n  "name": "small-parser",\n  "type": "module"\n}\n',
  );
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(pane(page).getByRole('group', { name: 'Comment on line 3 of package.json' })).toBeVisible();
  await button(pane(page), 'Send the comments').click();
  await expect(pane(page)).not.toContainText('not sent yet');
  await expect(page.getByRole('log')).toContainText('I see.');
  const told = JSON.stringify(await bodyOf(provider, 3));
  expect(told).toContain(
    'Comments on your changes:\\n\\npackage.json, line 2 as it was before:\\n>   \\"name\\": \\"tiny-parser\\",\\nThis was better',
  );
  expect(told).toContain(
    'package.json, line 3:\\n>   \\"name\\": \\"small-parser\\",\\nCall it `mini-parser`',
  );
});

test('where the window becomes narrow the pane covers the chat as it was: nothing is read again, and nothing lost', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(answer(rename), wish(), say('Done.'));
  const place = await changeInWorktree(page, workspaceDir);
  writeFileSync(join(place, 'LONG.md'), 'A line\n'.repeat(200));
  await page.setViewportSize({ width: 1440, height: 740 });
  await openChanges(page);
  await expect(pane(page).getByRole('listitem')).toHaveCount(2);
  await pane(page).locator('[data-mark="new 2"]').last().hover();
  await button(pane(page), 'Add a comment on line 2 of package.json').click();
  const own = field(page.locator('[data-pane]'), 'Comment on line 2 of package.json');
  await own.pressSequentially('Call it');
  const scroller = page.locator('[data-pane] > div.overflow-y-auto');
  const scrolled = await scroller.evaluate((element) => element.scrollTop);
  expect(scrolled).toBeGreaterThan(100);
  writeFileSync(join(place, 'UNREAD.md'), 'Not read yet\n');
  const sheet = page.getByRole('dialog', { name: 'All changes' });
  for (const width of [360, 1024, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(width === 360 ? sheet : pane(page)).toBeVisible();
    await expect(page.locator('[data-pane]').getByText('Reading')).toBeHidden();
    await expect(page.locator('[data-pane]').getByRole('listitem')).toHaveCount(2);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
    await expect(own).toBeFocused();
  }
  await page.keyboard.type(' small-parser');
  await expect(own).toHaveValue('Call it small-parser');
  await expectAccessible(page, 'all changes over the chat');
  await button(sheet, 'Close pane').click();
  await expect(sheet).toBeHidden();
  await expect(button(page.getByRole('region', { name: 'Where it works' }), 'All changes')).toBeFocused();
});

test('the pane goes with its chat', async ({ parley: { page, workspaceDir }, provider }) => {
  provider.reply(answer(rename), wish(), say('Done.'));
  await changeInWorktree(page, workspaceDir);
  await openChanges(page);
  await button(page, 'New chat').click();
  await expect(pane(page)).toBeHidden();
  await chatRows(page).filter({ hasText: 'Rename it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rename it');
  await expect(pane(page)).toBeHidden();
});
