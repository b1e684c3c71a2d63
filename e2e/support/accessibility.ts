import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type * as axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Theme = 'light' | 'dark';

type Violation = { rule: string; impact: string; html: string };

/** Rules about what differs between the themes: colours alone. */
const themeRules = ['color-contrast', 'link-in-text-block'];

/** Returns every element that axe objects to, by all of its rules or those that are named. A page gets axe once. */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (named) => {
    const results = await window.axe?.run({
      resultTypes: ['violations'],
      // Selectors are not reported, and only experimental rules read the style sheets.
      selectors: false,
      preload: { assets: ['media'] },
      // The frame of a diagram runs nothing but itself, so axe can't be in it; asking it makes the browser complain.
      iframes: false,
      ...(named !== undefined && { runOnly: [...named] }),
    });
    if (results === undefined) throw new Error('the page has lost axe');
    return results.violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html }) => ({ rule: id, impact: impact ?? '', html })),
    );
  }, rules);
}

/** Nothing axe calls serious or worse, in the light theme and in what the dark one changes. */
export function expectAccessible(page: Page, state: string): Promise<void> {
  const isSerious = ({ impact }: Violation) => impact === 'serious' || impact === 'critical';
  return expectNothingFound(page, state, ['light', 'dark'], isSerious);
}

type Look = {
  /** The first is looked at by all rules, the second by those of themes. */
  themes?: readonly Theme[];
  /** True where cards of one asker, or of one subject, bear the same name; axe would have the names differ. */
  sameNames?: boolean;
};

/** Nothing axe finds at any level. */
export function expectFlawless(
  page: Page,
  state: string,
  { themes = ['light', 'dark'], sameNames = false }: Look = {},
): Promise<void> {
  return expectNothingFound(page, state, themes, (violation) => !(sameNames && isCardsName(violation)));
}

function isCardsName({ rule, html }: Violation): boolean {
  return rule === 'landmark-unique' && /^<section aria-label="(?:Questions from|Permission:) /.test(html);
}

async function expectNothingFound(
  page: Page,
  state: string,
  themes: readonly Theme[],
  counts: (violation: Violation) => boolean,
): Promise<void> {
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await violationsOn(page, index === 0 ? undefined : themeRules);
    const found = violations.filter(counts).map(({ rule, html }) => `${rule}: ${html}`);
    expect(found, `axe, ${state}, ${colorScheme}`).toEqual([]);
  }
}

/** Nothing is wider than the window, so nobody has to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(view);
}
