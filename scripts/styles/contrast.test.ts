import { readFileSync } from 'node:fs';
import { blend, parse, wcagContrast } from 'culori';
import { expect, test } from 'vitest';

const tokens = readFileSync(new URL('../../src/renderer/styles/tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';
type Pair = readonly [front: string, backs: readonly string[]];

const themes: readonly Theme[] = ['light', 'dark'];

const papers = ['paper', 'paper-sunken', 'paper-raised', 'paper-hover', 'paper-active'];

/** A tint is see-through: what is read on it is read on the paper behind it as well. */
const tinted = ['accent-tint on paper', 'accent-tint on paper-raised'];

/** Lines of a diff. */
const changed = ['diff-added', 'diff-removed'];

/** Who stands on whom as text, in any state: at rest, hovered, open, chosen, selected with the mouse. */
const texts: readonly Pair[] = [
  ['ink', [...papers, ...tinted, ...changed, 'selection', 'found', 'found-here']],
  ['ink-secondary', [...papers, ...tinted, ...changed]],
  ['ink-on-fill', ['ink', 'fill-hover']],
  ['accent-ink', [...papers, ...tinted]],
  ['on-accent', ['accent', 'accent-hover']],
  ['success', papers],
  ['warning', papers],
  ['danger', papers],
];

/** What shows where a control is, that it is chosen, focused or waits. */
const boundaries: readonly Pair[] = [
  ['control-edge', papers],
  ['accent', [...papers, ...tinted]],
  ['focus', [...papers, ...tinted]],
  ['danger', papers],
  ['found-edge', papers],
];

function valueOf(token: string, theme: Theme): string {
  const [, light, dark] =
    new RegExp(`--${token}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(tokens) ?? [];
  const value = theme === 'light' ? light : dark;
  if (value === undefined) throw new Error(`tokens.css has no colour --${token} for both themes`);
  return value;
}

/** A colour by its token's name, or `one on another` where the first is see-through. */
function colourOf(name: string, theme: Theme) {
  const [front = '', back] = name.split(' on ');
  const value = valueOf(front, theme);
  const colour = back === undefined ? parse(value) : blend([valueOf(back, theme), value], 'normal', 'rgb');
  if (colour === undefined) throw new Error(`${value} is no colour`);
  return colour;
}

function tooFaint(pairs: readonly Pair[], least: number): string[] {
  return themes.flatMap((theme) =>
    pairs.flatMap(([front, backs]) =>
      backs.flatMap((back) => {
        const ratio = wcagContrast(colourOf(front, theme), colourOf(back, theme));
        return ratio >= least ? [] : [`${front} on ${back}, ${theme}: ${ratio.toFixed(2)}`];
      }),
    ),
  );
}

test('text stands out from what is behind it by 4.5 to 1, in both themes and every state', () => {
  expect(tooFaint(texts, 4.5)).toEqual([]);
});

test('the boundary of a control stands out by 3 to 1, in both themes and every state', () => {
  expect(tooFaint(boundaries, 3)).toEqual([]);
});
