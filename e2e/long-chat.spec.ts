import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { conversation, send, untilSaid } from './support/chat.ts';
import type { Parley } from './support/parley.ts';
import { say, test } from './support/provider.ts';

const pages = 6;

/** Adds several pages of messages, as months of talk do. */
async function fillChat(parley: Parley): Promise<void> {
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  const database = new DatabaseSync(join(parley.dataDir, 'parley.db'));
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pages * 60})
      INSERT INTO messages (workspace_id, role, created_at)
      SELECT workspace_id, 'user', created_at FROM messages, n WHERE id = 1;
    INSERT INTO parts (message_id, position, step, type, text)
      SELECT id, 0, 0, 'text', 'message ' || id FROM messages WHERE id > 2;
  `);
  database.close();
  await parley.start();
}

const top = (page: Page) => conversation(page).evaluate((log) => log.scrollTop);

test('Home leads to the very first message of a long chat, End back to the last', async ({
  parley,
  provider,
}) => {
  provider.reply(say('Answer one.'));
  await send(parley.page, 'first');
  await untilSaid(parley.page, 'Answer one.');
  await fillChat(parley);
  const { page } = parley;
  await page.reload();
  await expect(conversation(page)).toContainText('message 362');
  await conversation(page).press('Home');
  await expect(conversation(page)).toContainText('Answer one.', { timeout: 20_000 });
  await expect.poll(() => top(page)).toBe(0);
  await conversation(page).press('End');
  await expect(page.getByRole('button', { name: /^Jump to latest/ })).toBeHidden();
});
