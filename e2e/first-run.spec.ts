import { readdir, rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import {
  button,
  cards,
  composer,
  conversation,
  waitingCard,
  folderField,
  untilAgentIs,
} from './support/chat.ts';
import { test } from './support/parley.ts';

test.use({ firstRun: true });

test('one click lets the guide show itself, and it soon asks', async ({ parley: { page } }) => {
  await button(page, 'Show me').click();
  await expect(conversation(page)).toContainText('Plan a README for this project');
  const card = await waitingCard(page);
  await expect(card.getByRole('radio').first()).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});

test('the keyboard alone gets to the first answer', async ({ parley: { page } }) => {
  await expect(button(page, 'Show me')).toBeFocused();
  await page.keyboard.press('Enter');
  await waitingCard(page);
  await expect(composer(page)).toBeFocused();
});

test('the page names the folder it would begin with', async ({ parley: { page, host, workspaceDir } }) => {
  const folder = host === 'browser' ? workspaceDir : 'example-project';
  await expect(page.getByRole('main')).toContainText(folder);
});

test('a folder of your own is shown by the guide; one that is not there is said to be missing', async ({
  parley: { page, workspaceDir },
}) => {
  await button(page, 'Choose another folder').click();
  const field = folderField(page);
  await expect(field).toBeFocused();
  await field.fill('/nowhere');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText('There is no such folder.');
  await field.fill(workspaceDir);
  await field.press('Enter');
  await waitingCard(page);
});

test('where the folder is empty, an example project is offered', async ({ parley }) => {
  const { page, workspaceDir } = parley;
  test.skip(parley.host !== 'browser', 'a desktop offers the example anyway');
  await expect(button(page, 'Show me')).toBeVisible();
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  for (const entry of await readdir(workspaceDir)) await rm(`${workspaceDir}/${entry}`, { recursive: true });
  await parley.start();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('example-project');
  await button(page, 'Show me').click();
  await expect(conversation(page)).toContainText('bird-notes');
  await waitingCard(page);
});

test('Connect a model leads to the models in Settings', async ({ parley: { page } }) => {
  await button(page, 'Connect a model').click();
  await expect(page.getByRole('heading', { name: 'Models', exact: true })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Connect a model')).toBeFocused();
});

test.describe('with a model connected', () => {
  test.use({ env: { PARLEY_AGENT: 'anthropic/claude-test', ANTHROPIC_API_KEY: 'sk-test-key' } });

  test('the first page leads to a folder for it', async ({ parley: { page } }) => {
    await expect(page.getByRole('main')).toContainText('New workspaces begin with anthropic/claude-test.');
    await button(page, 'Open a folder').click();
    await folderField(page).press('Enter');
    await expect(composer(page)).toBeFocused();
    await untilAgentIs(page, 'Claude · claude-test');
  });
});
