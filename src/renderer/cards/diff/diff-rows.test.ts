import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedHunks } from '../../../shared/previews/text-diff.ts';
import type { Hunk } from '../../../shared/previews/preview.ts';
import { changedWords, type DiffLine } from './diff-lines.ts';
import { rowCount, rowsOf, shownText } from './diff-rows.ts';

const code = Array.from(
  { length: 14_000 },
  (_, at) => `function f${at}(a,b){return a>${at}?g("${at}"):b}`,
).join(';');

function rowsBetween(before: string, after: string): readonly DiffLine[] {
  return changedHunks(before, after).flatMap((hunk) => rowsOf(hunk, 0, rowCount(hunk)));
}

/** The marked words of rows. */
const marked = (rows: readonly DiffLine[], kind: DiffLine['kind']) =>
  rows
    .filter((row) => row.kind === kind)
    .flatMap((row) => (row.words ?? []).map(({ start, end }) => shownText(row).slice(start, end)));

it('shows each change within a long line, with what stands around it and how much is left out', () => {
  const after = code
    .replace('f120(a,b)', 'first(a,b)')
    .replace('a>7000?', 'a>=7000?')
    .replace('function f13900(a,b){return a>13900?g("13900"):b};', '');
  const rows = rowsBetween(code, after);
  const [removed, added] = [
    rows.filter(({ kind }) => kind === 'removed'),
    rows.filter(({ kind }) => kind === 'added'),
  ];
  expect([removed.length, added.length]).toEqual([3, 3]);
  expect(marked(rows, 'removed')).toEqual(['f120', ';function f13900(a,b){return a>13900?g("13900"):b}']);
  expect(marked(rows, 'added')).toEqual(['first', '=']);
  expect(shownText(removed[1] ?? expect.fail())).toContain('a>7000?');
  for (const row of rows) expect(shownText(row).length).toBeLessThan(400);
  const first = added[0]?.part ?? expect.fail();
  expect(first.cutBefore).toBe(first.from);
  expect(added.map(({ newNumber }) => newNumber)).toEqual([1, null, null]);
});

it.each<[string, string, string]>([
  ['a file of one line', '', code],
  ['a line without any sign', '', 'A'.repeat(300_000)],
  ['a line that is another altogether', code, 'z'.repeat(5_000)],
])('shows all of %s in rows', (_, before, after) => {
  const rows = rowsBetween(before, after);
  const shown = rows.filter(({ kind }) => kind === 'added').map(shownText);
  expect(shown.join('')).toBe(after);
  expect(rows.every(({ part }) => part === undefined || part.cutBefore + part.cutAfter === 0)).toBe(true);
  expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(300);
});

it('shows the beginning of a long line that stays, and lines of usual length as they are', () => {
  const rows = rowsBetween(`${code}\na\n`, `${code}\nb\n`);
  expect(rows.map(({ kind, part }) => [kind, part?.cutAfter])).toEqual([
    ['same', code.length - 160],
    ['removed', undefined],
    ['added', undefined],
  ]);
});

it('finds changes of data of one line, and of text without spaces', () => {
  const json = JSON.stringify(Array.from({ length: 9_000 }, (_, id) => ({ id, name: `item ${id}` })));
  expect(marked(rowsBetween(json, json.replace('"item 4000"', '"thing 4000"')), 'added')).toEqual(['thing']);
  const kana = 'いろはにほへと'.repeat(2_000);
  const rows = rowsBetween(`${kana}ち${kana}`, `${kana}り${kana}`);
  expect([marked(rows, 'removed'), marked(rows, 'added')]).toEqual([['ち'], ['り']]);
});

it('parts no character in two', () => {
  const family = '👩‍👩‍👧‍👦é'.normalize('NFD');
  for (const row of rowsBetween('', family.repeat(3_000))) {
    expect(shownText(row).isWellFormed()).toBe(true);
    expect(shownText(row)).not.toMatch(/^[\p{M}\u200d]/u);
  }
});

it('cuts nothing that changes', () => {
  const word = fc.constantFrom('name', 'b,c;', '{delta', ' ', 'éé', '\u{1f600}', ' = ');
  const words = (least: number, most: number) => fc.array(word, { minLength: least, maxLength: most });
  const change = fc.record({ at: fc.nat(500), gone: fc.nat(20), instead: words(0, 30) });
  const text = fc.record({ all: words(400, 500), changes: fc.array(change, { maxLength: 6 }) });
  fc.assert(
    fc.property(text, ({ all, changes }) => {
      const after = [...all];
      for (const { at, gone, instead } of changes) after.splice(at, gone, ...instead);
      const [removed, added] = [all.join(''), after.join('')];
      const runs = changedWords(removed, added);
      if (runs === null) return;
      const rows = rowsBetween(removed, added);
      for (const kind of ['removed', 'added'] as const) {
        const parts = rows.filter((row) => row.kind === kind).map(({ part }) => part);
        for (const { start, end } of runs[kind])
          for (let at = start; at < end; at += 1)
            expect(parts.some((part) => part === undefined || (part.from <= at && at < part.to))).toBe(true);
      }
    }),
  );
});

it('counts as many rows as there are', () => {
  const hunk: Hunk = {
    oldStart: 1,
    oldLines: 1,
    newStart: 1,
    newLines: 1,
    lines: [`-${code}`, `+${code};x()`, ' a'],
  };
  expect(rowCount(hunk)).toBe(rowsOf(hunk, 0, 100).length);
  expect(rowsOf(hunk, 1, 2)).toEqual(rowsOf(hunk, 0, 100).slice(1, 2));
});
