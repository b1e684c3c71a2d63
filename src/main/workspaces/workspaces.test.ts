import { expect, test } from 'vitest';
import { titleOf, untitled } from './workspaces.ts';

test.each([
  ['Plan a README for this project', 'Plan a README for this project'],
  ['\n\n  Tidy   the parser.\nAnd then the tests.', 'Tidy the parser'],
  ['# Why does `line 40` fail?', 'Why does line 40 fail?'],
  [
    'Config files should be able to have comments, and quotes in values',
    'Config files should be able to have comments…',
  ],
  ['x'.repeat(60), `${'x'.repeat(48)}…`],
  [`${'x'.repeat(47)}😀y`, `${'x'.repeat(47)}…`],
  ['snake_case_name and 2 * 3', 'snake_case_name and 2 * 3'],
  ['...', '...'],
  ['', untitled],
  [' \n ', untitled],
])('%j is called %j', (text, title) => expect(titleOf(text)).toBe(title));
