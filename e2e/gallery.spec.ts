import { expect, type Page } from '@playwright/test';
import { galleryStates } from '../src/renderer/gallery/gallery-states.ts';
import { expectNoSidewaysScroll, violationsOn } from './support/accessibility.ts';
import { test } from './support/gallery.ts';

/** Nothing at any level. The second theme is only looked at for what a theme can change. */
async function expectNothingFound(page: Page, shown: string): Promise<void> {
  const violations = await violationsOn(page, shown.endsWith('dark') ? ['color-contrast'] : undefined);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, `axe, ${shown}`).toEqual([]);
}

test('the gallery leads to every state', async ({ openState }) => {
  const page = await openState('');
  const names = Object.values(galleryStates).flatMap((states) => states.map(({ name }) => name));
  expect(new Set(names).size, 'each has its own address').toBe(names.length);
  const links = page.locator('[data-state-name]');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('data-state-name')))).toEqual(
    names,
  );
  await expectNothingFound(page, 'list');
});

test("a barrier is found, also by a page's second look", async ({ openState }) => {
  const page = await openState('');
  await expectNothingFound(page, 'list');
  await page.getByRole('main').evaluate((main) => main.append(document.createElement('button')));
  for (const rules of [undefined, ['button-name']])
    expect((await violationsOn(page, rules)).map(({ id }) => id)).toEqual(['button-name']);
});

for (const [group, states] of Object.entries(galleryStates)) {
  test(`${group}: without a barrier in either theme, and wholly inside a narrow window`, async ({
    openState,
  }) => {
    test.setTimeout(20_000 + 10_000 * states.length);
    const page = await openState('');
    for (const state of states) await test.step(state.about, () => expectWhole(page, state));
  });
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1100, height: 800 },
  { width: 420, height: 900 },
])
  test(`at ${viewport.width} pixels what a waiting card is decided with is in sight, however long it is`, async ({
    openState,
  }) => {
    const page = await openState('', { viewport });
    test.setTimeout(120_000);
    for (const { name, about } of Object.values(galleryStates).flat()) {
      await showState(page, name, about);
      const card = page.locator('[data-calling]:has(.card-foot)').first();
      if ((await card.count()) === 0) continue;
      await expect(card.locator('.card-foot button').last(), about).toBeInViewport({ ratio: 1 });
      await expect(card.locator('.card-foot button').first(), about).toBeInViewport({ ratio: 1 });
    }
  });

async function showState(page: Page, name: string, about: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `?state=${name}&theme=light`);
  await expect(page.getByRole('heading', { level: 1, name: about, exact: true })).toBeAttached();
  await expect(page.getByRole('log').getByRole('region').first()).toBeVisible();
}

async function expectWhole(page: Page, { name, about }: { name: string; about: string }): Promise<void> {
  await page.setViewportSize({ width: 800, height: 900 });
  await showState(page, name, about);
  await expectNothingFound(page, `${name}, light`);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
  });
  await expectNothingFound(page, `${name}, dark`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectInside(page);
}

/** Nothing of the cards reaches out of the window, also where their scroller would hide it. */
async function expectInside(page: Page): Promise<void> {
  const outside = await page.getByRole('log').evaluate((log) => {
    const { left, right } = log.getBoundingClientRect();
    return [...log.querySelectorAll('*')]
      .filter((element) => element.closest('pre, .table-frame, .diff-lines, .sr-only, .cut-off *') === null)
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.left < left - 0.5 || box.right > right + 0.5);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(outside).toEqual([]);
}
