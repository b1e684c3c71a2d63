import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
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
