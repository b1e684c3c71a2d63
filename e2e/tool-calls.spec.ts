import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, conversation, send, untilSaid } from './support/chat.ts';
import { answer, say, test } from './support/provider.ts';

test('a look opens to what it was given and what it found, long or short', async ({
  parley: { page, host, workspaceDir },
  provider,
}) => {
  const lines = Array.from(
    { length: 200 },
    (_, index) => `line number ${index}${index === 3 ? '\u202e' : ''}`,
  );
  await writeFile(join(workspaceDir, 'long.txt'), lines.join('\n'));
  const input = { path: 'long.txt', from: 1 };
  provider.reply(answer({ type: 'tool_use', id: 'a', name: 'read_file', input }), say('Read it.'));
  await send(page, 'Read it');
  await untilSaid(page, 'Read it.');
  const log = conversation(page);
  // On a busy machine it says how long it took, too.
  await log.getByRole('button', { name: /^Read long\.txt/ }).focus();
  await page.keyboard.press('Enter');
  await expect(log.getByRole('definition').first()).toHaveText('long.txt');
  await expect(log.getByRole('term').last()).toHaveText('From line');
  const output = log.getByRole('group', { name: 'Output', exact: true });
  await expect(output).toContainText('line number 5');
  await expect(output.locator('[data-code="U+202E"]')).toHaveCount(1);
  await expect(output).not.toContainText('line number 199');
  await button(page, 'Show all 201 lines').click();
  await expect(output).toContainText('line number 199');
  test.skip(host !== 'browser', 'only a browser lets a test read the clipboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy output').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('line number 199');
});
