import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import { conversation, send, untilSaid } from './support/chat.ts';
import type { Parley } from './support/parley.ts';
import { say, test } from './support/provider.ts';

test.use({ alone: true });

const day = 86_400_000;

const days = (page: Page) => conversation(page).getByText(/^(Today|Yesterday|\w+day \d+ \w+( \d+)?)$/);

/** Changes a stored chat while Parley is not running, as only time or a bug can. */
async function whileAway(parley: Parley, sql: string): Promise<void> {
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end();
  const database = new DatabaseSync(join(parley.dataDir, 'parley.db'));
  database.exec(sql);
  database.close();
  await parley.start();
}

test('each day has its name, which changes when midnight passes', async ({ parley, provider }) => {
  provider.reply(say('Answer one.'), say('Answer two.'));
  await send(parley.page, 'first');
  await untilSaid(parley.page, 'Answer one.');
  await send(parley.page, 'second');
  await untilSaid(parley.page, 'Answer two.');
  await expect(days(parley.page)).toHaveText(['Today']);
  await whileAway(parley, `UPDATE messages SET created_at = created_at - ${day} WHERE id <= 2`);
  const { page } = parley;
  await page.clock.install({ time: Date.now() });
  await page.reload();
  await expect(days(page)).toHaveText(['Yesterday', 'Today']);
  await expect(conversation(page).getByRole('time')).toHaveCount(6);
  await page.clock.fastForward(day);
  await expect(days(page)).toHaveText([/^\w+day \d+ \w+$/, 'Yesterday']);
});

test('a message that cannot be shown takes one line, and the chat goes on', async ({ parley, provider }) => {
  test.skip(parley.host !== 'browser', 'a desktop host reports every error of its page');
  provider.reply(say('Answer one.'), say('Answer two.'));
  await send(parley.page, 'first');
  await untilSaid(parley.page, 'Answer one.');
  parley.console.expect(/RangeError|Invalid time value/);
  await whileAway(parley, 'UPDATE messages SET created_at = 9007199254740991 WHERE id = 2');
  const { page } = parley;
  await page.reload();
  await expect(conversation(page)).toContainText('This message could not be shown');
  await expect(conversation(page)).toContainText('first');
  await expect(conversation(page).getByRole('button', { name: 'Copy details' })).toBeVisible();
  await send(page, 'second');
  await expect(conversation(page)).toContainText('Answer two.');
});
