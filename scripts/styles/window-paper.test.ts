import { readFileSync } from 'node:fs';
import { formatHex } from 'culori';
import { expect, test } from 'vitest';
import { windowPaper } from '../../src/main/desktop/window-bounds.ts';

const tokens = readFileSync(new URL('../../src/renderer/styles/tokens.css', import.meta.url), 'utf8');

test('a desktop window has the colour of the page before the page is there', () => {
  const [, light = '', dark = ''] =
    /--surface-window: light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)/.exec(tokens) ?? [];
  expect(windowPaper).toEqual({ light: formatHex(light), dark: formatHex(dark) });
});
