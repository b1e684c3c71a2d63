import { expect } from '@playwright/test';
import { conversation, send } from './support/chat.ts';
import { say, test } from './support/provider.ts';

const formulas = [
  String.raw`The area is \(\pi r^2\), and it costs $5 or $6.`,
  '$$\n\\int_0^1 x^2\\,dx\n= \\frac{1}{3}\n$$',
  String.raw`Broken: \(\frac{1\). A link: \(\href{javascript:alert(1)}{x}\)`,
].join('\n\n');

test('formulas are typeset, copied as their source, and stay text where they are broken', async ({
  parley: { page, host },
  provider,
}) => {
  provider.reply(say(formulas));
  await send(page, 'Show me');
  const log = conversation(page);
  await expect(log.locator('math')).toHaveCount(2);
  await expect(log.locator('math[display=block] mfrac')).toBeVisible();
  await expect(log.getByText('costs $5 or $6')).toBeVisible();
  await expect(log.getByText(String.raw`\(\frac{1\)`)).toBeVisible();
  await expect(log.getByText(String.raw`\(\href{javascript:alert(1)}{x}\)`)).toBeVisible();
  test.skip(host !== 'browser', 'only a browser lets a test read the clipboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await log
    .locator('.prose')
    .last()
    .evaluate((prose) => getSelection()?.selectAllChildren(prose));
  await page.keyboard.press('ControlOrMeta+C');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(String.raw`The area is \(\pi r^2\)`);
  expect(await copied()).toContain(String.raw`\int_0^1 x^2\,dx`);
});
