import { readFileSync } from 'node:fs';
import { blend, parse, wcagContrast } from 'culori';
import { expect, test } from 'vitest';

const tokens = readFileSync(new URL('../../src/renderer/styles/tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';
type Pair = readonly [front: string, backs: readonly string[]];

const themes: readonly Theme[] = ['light', 'dark'];

const surfaces = ['surface-side', 'surface-window', 'surface-raised', 'surface-well'];

/** A tint is see-through: what is read on it is read on the surface behind it as well. */
const over = (...tints: string[]) =>
  tints.flatMap((tint) => surfaces.map((surface) => `${tint} on ${surface}`));
const tinted = over('tint-hover', 'tint-selected');
const waiting = ['accent-wash', 'accent-pick'].map((tint) => `${tint} on surface-raised`);

/** Lines of a diff, and the words changed within them. */
const lines = ['added-line', 'removed-line'].map((line) => `${line} on surface-window`);
const words = [
  'added-word on added-line on surface-window',
  'removed-word on removed-line on surface-window',
];

/** Who stands on whom as text, in any state: at rest, hovered, open, chosen, selected with the mouse. */
const texts: readonly Pair[] = [
  ['ink', [...surfaces, ...tinted, ...waiting, ...lines, ...words, 'selection', 'found', 'found-here']],
  ['ink-2', [...surfaces, ...tinted, ...waiting, ...lines]],
  ['ink-3', [...surfaces, ...over('tint-hover')]],
  ['accent-ink', [...surfaces, ...tinted, ...waiting]],
  ['on-accent', ['accent', 'accent-hover', 'accent-press']],
  ['on-solid', ['solid']],
  ['danger', [...surfaces, ...over('tint-hover')]],
  ['added-ink', [...surfaces, ...lines]],
  ['removed-ink', [...surfaces, ...lines]],
  ['code-keyword', [...lines, ...words, 'surface-well', 'surface-window']],
  ['code-string', [...lines, ...words, 'surface-well', 'surface-window']],
  ['code-name', [...lines, ...words, 'surface-well', 'surface-window']],
  ['output-yellow', ['surface-well', 'surface-window']],
];

/** Marks by which a control is seen, chosen, focused or waiting. */
const boundaries: readonly Pair[] = [
  ['line-control', [...surfaces, ...tinted]],
  ['accent-mark', [...surfaces, ...tinted, ...waiting]],
  ['accent', surfaces],
  ['solid', [...surfaces, ...tinted]],
  ['focus', [...surfaces, ...tinted]],
  ['danger', surfaces],
  ['found-edge', surfaces],
];

function valueOf(token: string, theme: Theme): string {
  const [, light, dark] =
    new RegExp(`--${token}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(tokens) ?? [];
  const value = theme === 'light' ? light : dark;
  if (value === undefined) throw new Error(`tokens.css has no colour --${token} for both themes`);
  return value;
}

/** A colour by its token's name, or `one on another` where those before the last are see-through. */
function colourOf(name: string, theme: Theme) {
  const layers = name.split(' on ').map((token) => valueOf(token, theme));
  const colour = layers.length === 1 ? parse(layers[0] ?? '') : blend(layers.toReversed(), 'normal', 'rgb');
  if (colour === undefined) throw new Error(`${name} is no colour`);
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
