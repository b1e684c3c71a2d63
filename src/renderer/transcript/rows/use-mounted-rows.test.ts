import { expect, test } from 'vitest';
import { userMessage as user } from '../../testing/transcript-samples.ts';
import { mountedRows } from './use-mounted-rows.ts';
import { createRowMaker } from './transcript-rows.ts';

const rows = createRowMaker()([1, 2, 3, 4, 5, 6].map((id) => user(id)));
const nobody = () => false;

test('a selection keeps all rows between its ends, whichever way it was made', () => {
  expect(mountedRows(rows, nobody, { anchor: '2', focus: '4' })).toEqual([1, 2, 3]);
  expect(mountedRows(rows, nobody, { anchor: '4', focus: '2' })).toEqual([1, 2, 3]);
  expect(mountedRows(rows, nobody, { anchor: '3', focus: null })).toEqual([2]);
});

test('without a selection only what the person is at is kept', () => {
  expect(mountedRows(rows, nobody, null)).toEqual([]);
  expect(mountedRows(rows, ({ key }) => key === '5', { anchor: '1', focus: 'gone' })).toEqual([0, 4]);
});
