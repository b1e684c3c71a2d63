import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { pngOf } from '../test/main/agents/model/sample-images.ts';
import { button, chatMenu, conversation, press, send } from './support/chat.ts';
import { wish } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';

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

async function expectImage(image: Locator, width: number): Promise<void> {
  await expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
    .toBe(width);
}

test('images of the folder and of the text are shown in their place, and larger; others are not loaded', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const png = pngOf(40, 30);
  await mkdir(join(workspaceDir, 'docs'), { recursive: true });
  await writeFile(join(workspaceDir, 'docs', 'plan.png'), png);
  const data = `data:image/png;base64,${png.toString('base64')}`;
  const images = ['docs/plan.png', data, '../outside.png', 'https://remote.invalid/a.png'];
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('remote.invalid')) asked.push(request.url());
  });
  provider.reply(say(images.map((href, index) => `![Picture ${index}](${href})`).join('\n\n')));
  await send(page, 'Show me');
  const log = conversation(page);
  for (const name of ['Picture 0', 'Picture 1']) {
    await expectImage(log.getByRole('img', { name }), 40);
  }
  await expect(log.locator('.image-frame[data-failed]')).toHaveText('Picture 2');
  await expect(log.getByRole('link', { name: 'Picture 3' })).toHaveAttribute(
    'href',
    'https://remote.invalid/a.png',
  );
  await log.getByRole('button', { name: 'Open Picture 0' }).click();
  await expect(page.getByRole('dialog', { name: 'Picture 0' }).getByRole('img')).toBeVisible();
  expect(asked).toEqual([]);
});

test('an image of the folder is shown in a plan: on its card, in the pane, and in the one that is kept', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  await writeFile(join(workspaceDir, 'bench.png'), pngOf(50, 20));
  const plan = 'Faster.\n\n![Bench](bench.png)\n';
  provider.reply(
    answer({ type: 'tool_use', id: 'plan-1', name: 'propose_plan', input: { title: 'Faster', plan } }),
    wish('Ready.'),
    say('On it.'),
  );
  await page.getByRole('radio', { name: 'Plan', exact: true }).click();
  await send(page, 'Plan it');
  const card = page.getByRole('region', { name: 'Preview: Faster', exact: true });
  const imageIn = (place: Locator) => expectImage(place.getByRole('img', { name: 'Bench', exact: true }), 50);
  await imageIn(card);
  await button(card, 'Open beside').click();
  const pane = page.getByRole('region', { name: 'Plan', exact: true });
  await imageIn(pane);
  await press(pane, 'Approve plan');
  await expect(pane).toBeHidden();
  await chatMenu(page).click();
  await page.getByRole('menuitem', { name: 'Open plan: Faster', exact: true }).click();
  await imageIn(page.getByRole('dialog', { name: 'Faster', exact: true }));
});
