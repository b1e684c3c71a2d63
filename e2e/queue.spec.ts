import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { AnthropicServer } from '../test/main/agents/model/anthropic-server.ts';
import { pngOf } from '../test/main/agents/model/sample-images.ts';
import { expectAccessible } from './support/accessibility.ts';
import {
  cards,
  composer,
  listSection,
  openFolder,
  press,
  send,
  untilArmed,
  waitingCard,
} from './support/chat.ts';
import { startCommand, whichOne } from './support/command.ts';
import { answer, ask, question, say, test } from './support/provider.ts';
import { openSecondWindow } from './support/second-window.ts';

// All that waits is counted.
test.use({ alone: true });

const tone = question('Which tone?', 'Tone', 'Plain', 'Warm');

const queue = (page: Page) => page.getByRole('region', { name: 'All that needs you', exact: true });

const rows = (page: Page) => queue(page).locator('[data-list-row]');

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('what waits in all chats is decided one after the other, and no letter decides', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(ask('a', { questions: [tone] })));
  await send(page, 'Write the welcome');
  await waitingCard(page);
  await openFolder(page, join(workspaceDir, '..', 'other-place'));
  provider.reply(answer(ask('b', { questions: [tone] })));
  await send(page, 'Write the farewell');
  await waitingCard(page);
  startCommand(parley, 'ask-user-question.js', ['--asker', 'deploy.sh', whichOne('Which host?')]);
  await expect(listSection(page, 'Needs you').getByRole('heading')).toHaveText('Needs you3');

  await listSection(page, 'Needs you')
    .getByRole('button', { name: /^Needs you/ })
    .click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toBeFocused();
  await expect(title(page, 'Write the welcome')).toBeVisible();
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Then: Claude has a question · Which tone?' })).toBeVisible();
  await expect(listSection(page, 'Needs you').locator('[data-list-row]')).toHaveCount(0);
  await expectAccessible(page, 'the queue beside the chat of its first entry');

  await page.keyboard.press('j');
  await expect(title(page, 'Write the farewell')).toBeVisible();
  for (const key of ['a', 'd', 'y', 's', '1', ' ']) await page.keyboard.press(key);
  await page.keyboard.press('k');
  await expect(rows(page)).toHaveCount(3);

  provider.reply(say('Plain it is.'));
  const first = cards(page).filter({ hasText: 'Which tone?' });
  await first.getByRole('radio', { name: 'Plain', exact: true }).click();
  await press(first, 'Submit answers');
  await expect(title(page, 'Write the farewell')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toBeFocused();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();

  await page.keyboard.press('j');
  await expect(queue(page).locator('[aria-current=true]')).toContainText('deploy.sh');
  await page.keyboard.press('Enter');
  await expect(queue(page)).toBeHidden();
  await expect(cards(page).filter({ hasText: 'Which host?' }).getByRole('radio').first()).toBeFocused();
});

test('an image beside the list comes from the folder of its own chat', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const other = join(workspaceDir, '..', 'other-place');
  const shown = { type: 'text', text: '![Bench](bench.png)' } as const;
  const width = async () => {
    const image = page.getByRole('img', { name: 'Bench', exact: true });
    return image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth);
  };
  await writeFile(join(workspaceDir, 'bench.png'), pngOf(50, 20));
  provider.reply(answer(shown, ask('a', { questions: [tone] })));
  await send(page, 'Write the welcome');
  await waitingCard(page);
  await openFolder(page, other);
  await writeFile(join(other, 'bench.png'), pngOf(80, 20));
  provider.reply(answer(shown, ask('b', { questions: [tone] })));
  await send(page, 'Write the farewell');
  await waitingCard(page);

  await page.getByRole('button', { name: /^Needs you/ }).click();
  await expect(title(page, 'Write the welcome')).toBeVisible();
  await expect.poll(width).toBe(50);
  await page.keyboard.press('j');
  await expect(title(page, 'Write the farewell')).toBeVisible();
  await expect.poll(width).toBe(80);
});

test('what another window settles stays in sight until the person moves on; in a narrow one the list comes first', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  provider.reply(answer(ask('a', { questions: [tone] })));
  await send(page, 'Write the welcome');
  await waitingCard(page);
  const second = await openSecondWindow(parley);
  await openFolder(page, join(workspaceDir, '..', 'other-place'));
  provider.reply(answer(ask('b', { questions: [tone] })));
  await send(page, 'Write the farewell');
  await waitingCard(page);
  await page.setViewportSize({ width: 420, height: 900 });
  await page.getByRole('button', { name: 'Show sidebar', exact: true }).click();
  await page.getByRole('button', { name: /^Needs you/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(composer(page)).toBeHidden();
  await expectAccessible(page, 'the queue in a narrow window');
  await rows(page).filter({ hasText: 'Write the welcome' }).click();
  await expect(cards(page)).toContainText('Which tone?');

  const theirs = second.page;
  provider.reply(say('Warm it is.'));
  await theirs.locator('[data-list-row]').filter({ hasText: 'Write the welcome' }).first().click();
  await cards(theirs).getByRole('radio', { name: 'Warm', exact: true }).click();
  await press(cards(theirs), 'Submit answers');
  await expect(page.getByRole('status').filter({ hasText: 'This is settled.' })).toBeVisible();
  await expect(title(page, 'Write the welcome')).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(title(page, 'Write the farewell')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
});

/** Has the agent ask for a command in the open chat. */
async function askToRun({ page, provider }: { page: Page; provider: AnthropicServer }, command: string) {
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  provider.reply(answer({ type: 'tool_use', id: 'run', name: 'run_command', input: { command } }));
  await send(page, `Try ${command}`);
  await untilArmed(page.getByRole('region', { name: `Permission: ${command}`, exact: true }));
}

test('what several chats want to run alike is one card, each can be opened apart, and one answer is for all', async ({
  parley,
  provider,
}) => {
  const { page, workspaceDir } = parley;
  await askToRun({ page, provider }, 'node --test');
  await openFolder(page, join(workspaceDir, '..', 'tide-tables'));
  await askToRun({ page, provider }, 'node --test');
  await openFolder(page, join(workspaceDir, '..', 'letter-press'));
  await askToRun({ page, provider }, 'node --test a.test.js');

  await listSection(page, 'Needs you')
    .getByRole('button', { name: /^Needs you/ })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page).first()).toContainText('Want to run the same command: node --test');
  const all = page.getByRole('region', { name: 'Permission for all: node --test', exact: true });
  const asking = all.getByRole('list', { name: 'Who asks' }).getByRole('button');
  await expect(asking).toHaveText([/Claude.*tiny-parser$/, /Claude.*tide-tables$/]);
  await expectAccessible(page, 'one card for several chats');

  await asking.nth(1).click();
  const apart = page.getByRole('region', { name: 'Permission: node --test', exact: true });
  await expect(apart).toContainText('tide-tables');
  await expect(rows(page)).toHaveCount(3);
  await rows(page).filter({ hasText: '2 chats' }).click();

  provider.reply(say('All pass.'), say('All pass.'));
  await press(all, 'Allow for all 2');
  await expect(rows(page)).toHaveCount(1);
  await expect(
    page.getByRole('region', { name: 'Permission: node --test a.test.js', exact: true }),
  ).toHaveAttribute('data-state', 'waiting');
  for (const folder of ['tiny-parser', 'tide-tables']) {
    await listSection(page, folder).locator('[data-list-row]').first().click();
    await expect(page.getByRole('region', { name: 'Command: node --test', exact: true })).toContainText(
      'Exit code 0',
    );
  }
});
