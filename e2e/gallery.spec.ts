import { expect, type Page } from '@playwright/test';
import { type GalleryState, isWaiting } from '../gallery/gallery-state.ts';
import { galleryStates } from '../gallery/gallery-states.ts';
import { cardsSheet, showFaces } from './states/screens/cards-sheet.ts';
import { expectNoSidewaysScroll, themeRules, violationsOn } from './support/accessibility.ts';
import { test } from './support/gallery.ts';

const viewports = [
  { width: 1440, height: 900 },
  { width: 1100, height: 800 },
  { width: 420, height: 900 },
];

/** Nothing at any level. The second theme is only looked at for what a theme can change. */
async function expectNothingFound(page: Page, shown: string): Promise<void> {
  const violations = await violationsOn(page, shown.endsWith('dark') ? themeRules : undefined);
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

test('the sheet of all cards is without a barrier in either theme, and wholly inside a narrow window', async ({
  openState,
}) => {
  const page = await openState(cardsSheet.query, { viewport: cardsSheet });
  await showFaces(page);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((shown) => (document.documentElement.dataset['theme'] = shown), theme);
    // No chat has so many cards of one asker.
    const found = (await violationsOn(page)).filter(({ id }) => id !== 'landmark-unique');
    expect(found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('many states wait for a decision', () => {
  const states = Object.values(galleryStates).flat();
  expect(states.filter(({ cards }) => cards.some(isWaiting)).length).toBeGreaterThan(40);
});

for (const [group, states] of Object.entries(galleryStates)) {
  test(`${group}: without a barrier in either theme, wholly inside a narrow window, and what decides is in sight`, async ({
    openState,
  }) => {
    const page = await openState('');
    for (const state of states) {
      await test.step(state.about, () => expectWhole(page, state));
      for (const viewport of viewports)
        await test.step(`${viewport.width} pixels`, () => expectInSight(page, state, viewport));
    }
  });
}

/** Expects the buttons of every waiting card in sight, however long the card is. */
async function expectInSight(
  page: Page,
  { about, cards }: GalleryState,
  viewport: (typeof viewports)[number],
): Promise<void> {
  const waiting = cards.filter(isWaiting).length;
  if (waiting === 0) return;
  await page.setViewportSize(viewport);
  const { count, problems } = await outOfSight(page);
  expect(problems, about).toEqual([]);
  expect(count, about).toBeGreaterThanOrEqual(waiting);
}

/**
 * Goes to the beginning of every card that waits, and of every pane, and looks in either theme whether the last
 * button of its foot can be pressed there, and the first; of one that was folded or dismissed, those of its head.
 */
function outOfSight(page: Page): Promise<{ count: number; problems: string[] }> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const problems: string[] = [];
    const cards = [
      ...document.querySelectorAll<HTMLElement>('[data-tool-call-id][data-state=waiting], [aria-label=Pane]'),
    ];

    for (const card of cards) {
      card.scrollIntoView({ block: 'start' });
      await frame();
      await frame();
      for (const theme of ['light', 'dark']) {
        document.documentElement.dataset['theme'] = theme;
        const folded = card.querySelector('[aria-label=Collapse][aria-expanded=false]') !== null;
        const decides = card.matches('[data-calling], [aria-label=Pane]') && !folded;
        const place = card.querySelector(decides ? '.card-foot, footer' : 'header');
        const buttons = [...(place?.querySelectorAll('button') ?? [])].filter((button) =>
          button.checkVisibility(),
        );
        const [first, last] = [buttons[0], buttons.at(-1)];
        if (first === undefined || last === undefined)
          problems.push(`${theme}, ${card.ariaLabel}: nothing to press`);
        for (const button of [first, last]) {
          if (button === undefined) continue;
          const { left, right, top, bottom } = button.getBoundingClientRect();
          const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          if (!inside || !button.contains(seen))
            problems.push(`${theme}, ${card.ariaLabel}: ${button.textContent || button.ariaLabel}`);
        }
      }
    }
    return { count: cards.length, problems };
  });
}

async function showState(page: Page, name: string, about: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `?state=${name}&theme=light`);
  await expect(page.getByRole('heading', { level: 1, name: about, exact: true })).toBeAttached();
  await expect(page.getByRole('log').getByRole('region').first()).toBeVisible();
}

async function expectWhole(page: Page, { name, about }: GalleryState): Promise<void> {
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
