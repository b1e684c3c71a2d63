import { expect, type Locator, type Page } from '@playwright/test';
import { conversation, send, untilSaid } from './support/chat.ts';
import { answer, test } from './support/provider.ts';

const count = 40;

const blocks = Array.from({ length: count }, (_, index) => ({
  type: 'text' as const,
  text: Array.from({ length: 5 }, (__, line) => `Part ${index}, line ${line}.`).join('\n\n'),
}));

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The parts that a text names, in its order. */
const partsIn = (text: string) => [...text.matchAll(/Part (\d+), line 0\./g)].map(([, part]) => Number(part));

const all = Array.from({ length: count }, (_, index) => index);

/** Turns the wheel until something is on screen. */
async function wheelTo(page: Page, target: Locator, step: number): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, step);
    await expect(target).toBeInViewport({ timeout: 50 });
  }).toPass();
}

test.beforeEach(async ({ parley: { page, host }, provider }) => {
  test.skip(host !== 'browser', 'only a browser lets a test read the clipboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  provider.reply(answer(...blocks));
  await send(page, 'Begin here');
  await untilSaid(page, `Part ${count - 1}, line 4.`);
});

test('what is selected over many messages is copied whole and in order', async ({ parley: { page } }) => {
  const log = conversation(page);
  const start = log.getByText('Begin here', { exact: true });
  await log.hover();
  await wheelTo(page, start, -1_500);
  const from = await start.boundingBox();
  await page.mouse.move((from?.x ?? 0) + 2, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 8);
  const end = log.getByText(`Part ${count - 1}, line 4.`, { exact: true });
  await wheelTo(page, end, 1_500);
  const to = await end.boundingBox();
  await page.mouse.move((to?.x ?? 0) + (to?.width ?? 0) - 2, (to?.y ?? 0) + (to?.height ?? 0) - 4, {
    steps: 3,
  });
  await page.mouse.up();
  await page.keyboard.press('Control+C');
  const text = await copied(page);
  expect(text).toContain('Begin here');
  expect(partsIn(text)).toEqual(all);

  await log.hover();
  await wheelTo(page, start, -1_500);
  await page.keyboard.press('Control+C');
  expect(partsIn(await copied(page))).toEqual(all);
});

test('a selection can begin with a click and end far away with Shift', async ({ parley: { page } }) => {
  const log = conversation(page);
  const [start, end] = [log.getByText('Part 0, line 1.'), log.getByText(`Part ${count - 1}, line 4.`)];
  await log.hover();
  await wheelTo(page, start, -1_500);
  await start.click({ position: { x: 1, y: 8 } });
  await wheelTo(page, end, 1_500);
  await end.click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+C');
  const text = await copied(page);
  expect(text.startsWith('Part 0, line 1.')).toBe(true);
  expect(partsIn(text)).toEqual(all.slice(1));
});
