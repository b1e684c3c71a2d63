import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { button, composer, folderField, openFolder, send, untilSaid, waitingCard } from './support/chat.ts';
import { test } from './support/parley.ts';
import { say, test as withClaude } from './support/provider.ts';

test('in a narrow window the menu button tells what waits in other chats', async ({
  parley: { page, workspaceDir },
}) => {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await openFolder(page, join(workspaceDir, 'inner'));
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = button(page, 'Show sidebar');
  await expect(menu).toHaveAccessibleDescription('1 thing needs you');
  await expect(menu.locator('..')).toContainText('1');
});

test('a folder that is not there is named together with what to type', async ({ parley: { page } }) => {
  await expect(composer(page)).toBeVisible();
  await button(page, 'Open a folder').click();
  await folderField(page).fill('nowhere');
  await button(page, 'Open folder').click();
  await expect(page.getByRole('alert')).toContainText('Type the whole path of a folder on this computer.');
});

/** The words of the agent's button that are cut off, in pixels. */
const cutOff = (page: Page) =>
  page
    .getByRole('button', { name: /^Agent: / })
    .locator('.truncate')
    .evaluate((words) => words.scrollWidth - words.clientWidth);

test('in a narrow composer the guide is named whole, and the rest is in a menu', async ({
  parley: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(composer(page)).toBeVisible();
  await expect(button(page, 'Attach')).toBeHidden();
  await button(page, 'More').click();
  await expect(page.getByRole('menuitem', { name: 'Ask before edits (chosen)', exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Edit without asking', exact: true }).click();
  await button(page, 'More').click();
  await expect(
    page.getByRole('menuitem', { name: 'Edit without asking (chosen)', exact: true }),
  ).toBeVisible();
  const files = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Attach files', exact: true }).click();
  await files;
  expect(await cutOff(page)).toBeLessThanOrEqual(0);
});

withClaude(
  'a count of tokens gives its room to the name of the agent',
  async ({ parley: { page }, provider }) => {
    provider.reply(say('It is all there.'));
    await send(page, 'What is in this folder?');
    await untilSaid(page, 'It is all there.');
    const counted = page.getByRole('img', { name: /tokens in this chat/ });
    await expect(counted).toContainText('30 tokens', { useInnerText: true });
    await page.setViewportSize({ width: 1000, height: 400 });
    await expect(counted).toHaveText('', { useInnerText: true });
    expect(await cutOff(page)).toBeLessThanOrEqual(0);
    for (const width of [360, 435]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(counted).toBeHidden();
      expect(await cutOff(page)).toBeLessThanOrEqual(0);
    }
  },
);

const withSonnet = withClaude.extend({ choices: { agent: 'anthropic/claude-sonnet-4-5-20250929' } });

withSonnet(
  'a Claude model is called as people call it, and whole in a narrow window too',
  async ({ parley: { page } }) => {
    const agent = page.getByRole('button', {
      name: 'Agent: Claude · claude-sonnet-4-5-20250929',
      exact: true,
    });
    await expect(agent).toHaveText('Claude Sonnet 4.5', { useInnerText: true });
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(agent).toHaveText('Sonnet 4.5', { useInnerText: true });
    expect(await cutOff(page)).toBeLessThanOrEqual(0);
  },
);

test('in a low window, as at 200 %, nothing of the composer is cut off', async ({ parley: { page } }) => {
  for (const size of [
    { width: 720, height: 450 },
    { width: 640, height: 400 },
    { width: 1000, height: 400 },
  ]) {
    await page.setViewportSize(size);
    await expect(button(page, 'Send')).toBeInViewport({ ratio: 1 });
    await expect(button(page, 'Attach').or(button(page, 'More'))).toBeInViewport({ ratio: 1 });
  }
});
