import { expect } from '@playwright/test';
import { button, conversation, send } from './support/chat.ts';
import { say, test } from './support/provider.ts';

const text = [
  'An English paragraph.',
  'فقرة بالعربية.',
  `\`\`\`js\n${'const wide = 1; '.repeat(30)}\n\`\`\``,
  `| Name | What it is |\n| - | - |\n| a | ${'many words in one cell '.repeat(12)} |`,
].join('\n\n');

test('code can be copied, cells stay readable, each paragraph has its own direction', async ({
  parley: { page, host },
  provider,
}) => {
  provider.reply(say(text));
  await send(page, 'Show me');
  const log = conversation(page);
  await expect(log.getByRole('table')).toBeVisible();
  const cell = await log.getByRole('cell').last().boundingBox();
  expect(cell?.width).toBeLessThan(340);
  const starts = await log.locator('p', { hasText: /English|فقرة/ }).evaluateAll((paragraphs) =>
    paragraphs.map((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const words = range.getBoundingClientRect();
      const box = paragraph.getBoundingClientRect();
      return words.left - box.left < box.right - words.right ? 'left' : 'right';
    }),
  );
  expect(starts).toEqual(['left', 'right']);
  test.skip(host !== 'browser', 'only a browser lets a test read the clipboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy code').click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('const wide = 1; const');
});
