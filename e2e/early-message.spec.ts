import { expect, type Page } from '@playwright/test';
import { expectFlawless } from './support/accessibility.ts';
import { composer, conversation } from './support/chat.ts';
import { test } from './support/parley.ts';

// What is tried is how the page comes.
test.use({ cold: true });

const viewports = [
  { width: 1440, height: 900 },
  { width: 1100, height: 800 },
  { width: 420, height: 900 },
];

const earlyField = (page: Page) => page.locator('#early-composer textarea');

test.beforeEach(async ({ parley }) => {
  test.skip(parley.host !== 'browser', 'the list comes with the page of the browser host only');
});

/** Loads the page anew and holds its scripts back; returns what lets them through. */
async function reloadWithoutScripts(page: Page): Promise<() => Promise<void>> {
  await expect(composer(page)).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(earlyField(page)).toBeFocused();
  return async () => {
    release();
    await expect(composer(page)).toBeVisible();
    await page.unroute('**/assets/*.js');
  };
}

test('a message begun before the scripts are there goes on in the composer', async ({ parley: { page } }) => {
  const letScriptsCome = await reloadWithoutScripts(page);
  await page.keyboard.type('Hello word');
  await page.keyboard.press('ArrowLeft');
  await expect(earlyField(page)).toHaveValue('Hello word');
  await letScriptsCome();
  await expect(composer(page)).toHaveValue('Hello word');
  await expect(composer(page)).toBeFocused();
  await expect(earlyField(page)).toHaveCount(0);
  await page.keyboard.type('l');
  await expect(composer(page)).toHaveValue('Hello world');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('Hello world');
});

test('a message sent before the scripts are there is sent once they are', async ({ parley: { page } }) => {
  const letScriptsCome = await reloadWithoutScripts(page);
  await page.keyboard.type('Sent early');
  await page.keyboard.press('Enter');
  await expect(earlyField(page)).toHaveValue('Sent early');
  await letScriptsCome();
  await expect(conversation(page).getByText('Sent early')).toHaveCount(1);
  await expect(composer(page)).toHaveValue('');
});

test('Enter sends nothing early where more was typed after it, which stands behind what was written before', async ({
  parley: { page },
}) => {
  const letScriptsCome = await reloadWithoutScripts(page);
  await page.keyboard.type('Not');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' yet');
  await letScriptsCome();
  await expect(composer(page)).toHaveValue('Not yet');
  await composer(page).fill('Written before');
  const letThemComeAgain = await reloadWithoutScripts(page);
  await page.keyboard.type('and now');
  await letThemComeAgain();
  await expect(composer(page)).toHaveValue('Written before\nand now');
});

test('what is written while Parley can not be reached is there after a reload', async ({
  parley: { page },
}) => {
  let isReached = false;
  await page.routeWebSocket(/\/rpc$/, (socket) => void (isReached && socket.connectToServer()));
  await page.reload();
  await composer(page).fill('Written alone');
  isReached = true;
  await page.reload();
  await expect(composer(page)).toHaveValue('Written alone');
});

test('the early field stands where the composer will, in windows of any width', async ({
  parley: { page },
}) => {
  const frame = (field: ReturnType<typeof earlyField>) =>
    field.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { font, letterSpacing } = getComputedStyle(element);
      return { at: [x, y, width, height].map(Math.round), font, letterSpacing };
    });
  for (const [index, viewport] of viewports.entries())
    await test.step(`${viewport.width} px`, async () => {
      await page.setViewportSize(viewport);
      const letScriptsCome = await reloadWithoutScripts(page);
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(1);
      const early = await frame(earlyField(page));
      if (index === 0) await expectFlawless(page, 'a page without its scripts yet');
      await letScriptsCome();
      await page.evaluate(() => document.fonts.ready);
      expect(early).toEqual(await frame(composer(page)));
    });
});

test.describe('without a chat', () => {
  test.use({ firstRun: true });

  test('there is no early field', async ({ parley: { page, console } }) => {
    console.expect(/net::ERR_/);
    await expect(page.getByRole('button', { name: 'Open a folder' })).toBeVisible();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('#list-place')).toBeAttached();
    await expect(earlyField(page)).toBeHidden();
  });
});
