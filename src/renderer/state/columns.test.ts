import { expect, test } from 'vitest';
import { type Columns, paneWidth, readColumns, writeColumns } from './columns.ts';

const usual = { sidebarShown: true, sidebar: 264, pane: null };

const storageOf = (text: string | null) => ({ getItem: () => text });

test('what was drawn is read again', () => {
  let kept = '';
  const columns: Columns = { sidebarShown: false, sidebar: 320, pane: 500 };
  writeColumns({ setItem: (_, text) => (kept = text) }, columns);
  expect(readColumns(storageOf(kept))).toEqual(columns);
});

test.each([null, '', 'null', '7', '{"sidebar":"wide","pane":{}}', '{'])(
  '%j makes the usual columns',
  (text) => {
    expect(readColumns(storageOf(text))).toEqual(usual);
  },
);

test('widths that no edge can be drawn to are brought back', () => {
  expect(readColumns(storageOf('{"sidebar":9000,"pane":2}'))).toEqual({ ...usual, sidebar: 400, pane: 360 });
});

test('a pane takes half of its window, as long as the conversation can be read beside it', () => {
  expect(paneWidth(null, 1_440)).toBe(720);
  expect(paneWidth(null, 1_100)).toBe(456);
  expect(paneWidth(null, 800)).toBe(360);
});

test('a pane is at most 60 % of its window, and never less than 360 px', () => {
  expect(paneWidth(1_500, 1_600)).toBe(960);
  expect(paneWidth(100, 1_600)).toBe(360);
});
