import { expect, type Page } from '@playwright/test';
import { isWaiting } from '../gallery/card-state.ts';
import { cardGroups } from '../gallery/card-states.ts';
import { catalogue } from './states/catalogue.ts';
import { type AppStory, type CardStory, sizes } from './states/state.ts';
import { expectFlawless, expectNoSidewaysScroll, violationsOn } from './support/accessibility.ts';
import { showCards, test as galleryTest } from './support/gallery.ts';
import { appTest, reach } from './support/story-test.ts';

galleryTest(
  'each state has a name of its own, and the gallery leads to all that are cards',
  async ({ openState }) => {
    const names = catalogue.flatMap(({ states }) => states.map(({ name }) => name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const page = await openState('');
    const links = page.locator('[data-state-name]');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('data-state-name')))).toEqual(
      cardGroups.flatMap(({ states }) => states.map(({ name }) => name)),
    );
    await expectFlawless(page, 'the list of cards');
  },
);

galleryTest("a barrier is found, also by a page's second look", async ({ openState }) => {
  const page = await openState('');
  await expectFlawless(page, 'the list of cards');
  await page.getByRole('main').evaluate((main) => main.append(document.createElement('button')));
  for (const rules of [undefined, ['button-name']])
    expect((await violationsOn(page, rules)).map(({ rule }) => rule)).toEqual(['button-name']);
});

galleryTest('many states wait for a decision', () => {
  const states = cardGroups.flatMap((group) => group.states);
  expect(states.filter(({ cards }) => cards.some(isWaiting)).length).toBeGreaterThan(40);
});

for (const story of catalogue) {
  if (story.agent === 'none') lookAtCards(story);
  else lookAtApp(story);
}

function lookAtApp(story: AppStory): void {
  const { name, console, touch, states } = story;
  const test = appTest(story);
  test(`${name}: without a barrier in either theme, and nobody scrolls sideways`, async ({
    parley,
    provider,
  }) => {
    test.skip(console !== undefined && parley.host !== 'browser', 'a desktop window ends with its process');
    if (console !== undefined) parley.console.expect(console);
    for (const [index, state] of states.entries()) {
      if (state.browserOnly === true && parley.host !== 'browser') continue;
      await reach(state, parley, provider);
      await expectFlawless(parley.page, state.title, {
        themes: themesOf(index),
        sameNames: state.sameNames === true,
      });
      await expectNoSidewaysScroll(parley.page);
      if (touch === true && parley.host === 'browser') await expectTouchTargets(parley.page);
    }
  });
}

/** Every other state is looked at by all rules in the dark theme. */
function themesOf(index: number): readonly ('light' | 'dark')[] {
  return index % 2 === 0 ? ['light', 'dark'] : ['dark', 'light'];
}

function lookAtCards({ name, states }: CardStory): void {
  galleryTest(
    `${name}: without a barrier in either theme, wholly inside a narrow window, and what decides is in sight`,
    async ({ openState }) => {
      const page = await openState('');
      for (const [index, state] of states.entries())
        await galleryTest.step(state.title, async () => {
          await page.setViewportSize(sizes.wide);
          await showCards(page, state);
          await expectFlawless(page, state.title, { themes: themesOf(index) });
          const waiting = state.cards.filter(isWaiting).length;
          if (waiting > 0) await expectDecidable(page, waiting);
          await page.setViewportSize(sizes.narrow);
          await expectNoSidewaysScroll(page);
          await expectInside(page);
        });
    },
  );
}

/** Expects the buttons of every waiting card in sight, however long the card is and large the window. */
async function expectDecidable(page: Page, waiting: number): Promise<void> {
  for (const width of ['wide', 'page', 'phone'] as const) {
    await page.setViewportSize(sizes[width]);
    const { count, problems } = await outOfSight(page);
    expect(problems, width).toEqual([]);
    expect(count, width).toBeGreaterThanOrEqual(waiting);
  }
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

/**
 * Expects every control in a window of a phone to be 44 pixels wide and high at least, and those of the composer to lie
 * inside it.
 */
async function expectTouchTargets(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const phone of [sizes.narrow, sizes.phone]) {
    await page.setViewportSize(phone);
    await expectNoSidewaysScroll(page);
    const places = await page.getByRole('textbox', { name: 'Message', exact: true }).evaluate((field) => {
      const frame = field.closest('[class~="@container"]');
      const end = frame?.getBoundingClientRect().right ?? 0;
      return [...(frame?.querySelectorAll('button') ?? [])]
        .filter((button) => button.checkVisibility())
        .map((button) => ({
          name: button.ariaLabel ?? button.textContent,
          sticksOut: button.getBoundingClientRect().right > end,
        }));
    });
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter(({ sticksOut }) => sticksOut)).toEqual([]);
  }
  const targets = await page.evaluate(() => {
    const controls = 'button, a[href], input, select, textarea, [role=radio], [role=checkbox], [role=tab]';
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      // The parts of a switch lie in a frame.
      const { width, height } = (control.closest('[aria-label=Mode]') ?? control).getBoundingClientRect();
      const isOnlyRead = width <= 1 || !control.checkVisibility({ opacityProperty: true });
      if (isOnlyRead) return [];
      return [{ name: control.ariaLabel ?? control.textContent, isSmall: width < 44 || height < 44 }];
    });
  });
  expect(targets.filter(({ isSmall }) => isSmall)).toEqual([]);
  expect(targets.map(({ name }) => name)).toEqual(expect.arrayContaining(['Show sidebar', 'Stop', 'Next']));
  if (size !== null) await page.setViewportSize(size);
}
