import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const ofBuilder = createRequire(import.meta.resolve('@axe-core/playwright'));
const source = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns what axe finds on a page, by all of its rules or those that are named. A page gets axe once: left to itself,
 * `AxeBuilder` sends all of the readable source twice for each look. Axe prepares nothing about what it has no
 * objection to, and does not fetch and parse the style sheets, which only its experimental rules read.
 */
export async function violationsOn(page: Page, rules?: readonly string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const axe = new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } });
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
  return violations;
}

/** Rules about what differs between the themes: colours alone. */
export const themeRules = ['color-contrast', 'link-in-text-block'];

/** Nothing axe calls serious or worse, in the light theme and in what the dark one changes. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const [index, colorScheme] of (['light', 'dark'] as const).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const serious = (await violationsOn(page, index === 0 ? undefined : themeRules)).filter(
      ({ impact }) => impact === 'serious' || impact === 'critical',
    );
    const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `axe, ${state}, ${colorScheme}`).toEqual([]);
  }
}

/** Nothing axe finds at any level, in the first theme that is named and in what a second one changes. */
export async function expectFlawless(
  page: Page,
  state: string,
  themes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = (await violationsOn(page, index === 0 ? undefined : themeRules)).flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !isCardsName(id, html)).map(({ html }) => `${id}: ${html}`),
    );
    expect(found, `axe, ${state}, ${colorScheme}`).toEqual([]);
  }
}

/** Cards of one asker, and of one subject, bear the same name, as they are to; axe would have the names differ. */
function isCardsName(rule: string, html: string): boolean {
  return rule === 'landmark-unique' && /^<section aria-label="(?:Questions from|Permission:) /.test(html);
}

/** Nothing is wider than the window, so nobody has to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(view);
}
