import { expect, test } from 'vitest';
import { firstWords, titleIn, untitled } from './chat-names.ts';

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
])('%j is called %j', (text, title) => expect(firstWords(text)).toBe(title));

test.each([
  ['Tabs everywhere', 'Tabs everywhere'],
  ['  "Tabs everywhere."\n', 'Tabs everywhere'],
  ['“Tabs everywhere”.', 'Tabs everywhere'],
  ['**Title:** Tabs everywhere', 'Tabs everywhere'],
  ['# Title\n\nTabs everywhere', 'Tabs everywhere'],
  ['Here is a title:\n\nTabs everywhere\n\nIt says what the chat is about.', 'Tabs everywhere'],
  ['Mend `parse()` and “quotes”', 'Mend parse() and “quotes”'],
  ['Why does it fail?', 'Why does it fail?'],
  ['設定の修正。', '設定の修正'],
  ['Tabs \u202eeverywhere\u0007\u200b', 'Tabs everywhere'],
  ['Tabs\teverywhere \ud83d', 'Tabs everywhere'],
  ['Family 👨‍👩‍👧 album', 'Family 👨‍👩‍👧 album'],
  [
    'Tabs in the parser, the tests, the docs and everywhere else too',
    'Tabs in the parser, the tests, the docs and everywhere else…',
  ],
  ['x'.repeat(80), `${'x'.repeat(60)}…`],
  ['I am sorry, '.repeat(12), undefined],
  ['{"title": "Tabs"}', undefined],
  ['<title>Tabs</title>', undefined],
  ['"…"', undefined],
  ['🎉', undefined],
  ['', undefined],
  ['New chat', undefined],
  ['P\u200barley asks for your key', undefined],
])('%j gives the title %j', (answer, title) => expect(titleIn(answer)).toBe(title));
