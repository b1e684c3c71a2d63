import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, composer, conversation, send, waitingCard } from './support/chat.ts';
import { test } from './support/parley.ts';

test('a stopped agent is called stopped, quietly, and can be resumed', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await button(page, 'Stop').click();
  await expect(conversation(page).getByRole('group', { name: 'Problem' })).toContainText('Stopped');
  await expect(button(page, 'Resume')).toBeVisible();
  await expect(page.getByText(/interrupted/i)).toBeHidden();
});

test('a single look opens without its name again', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  // How long it took is told where that was a second or more.
  const name = /^Looked into the folder(?: · \d+\ss)?$/;
  await page.getByRole('button', { name }).click();
  await expect(conversation(page).getByRole('group', { name: 'Output' })).toBeVisible();
  await expect(conversation(page).getByText('Looked into the folder')).toHaveCount(1);
});

test('a database that had to be set aside is told, until that is read', async ({ parley }) => {
  await expect(composer(parley.page)).toBeVisible();
  await parley.end();
  const files = await readdir(parley.dataDir);
  for (const name of files.filter((file) => file.includes('.db'))) {
    await writeFile(join(parley.dataDir, name), 'this is no database any more, whatever it was '.repeat(200));
  }
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.start();
  const { page } = parley;
  const message = page.getByRole('main').getByRole('alert');
  await expect(message).toContainText(/was kept as/);
  await button(page, 'Close this message').click();
  await expect(message).toBeHidden();
});
