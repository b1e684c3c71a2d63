import { expect, test } from 'vitest';
import { agentMessage, toolCall, userMessage } from '../../../../test/renderer/transcript-samples.ts';
import { lastRows, likelyHeight } from './use-first-rows.ts';
import { createRowMaker } from './transcript-rows.ts';

const heightsOf = (...texts: string[]) =>
  createRowMaker()(texts.map((text, index) => agentMessage(index + 1, { type: 'text', text }))).map(
    likelyHeight,
  );

test('a text is the higher the more lines it has, of its own and by its length', () => {
  const [short = 0, long = 0, lines = 0] = heightsOf('word', 'word '.repeat(200), 'word\n\n'.repeat(40));
  expect(long).toBeGreaterThan(2 * short);
  expect(lines).toBeGreaterThan(long);
});

test('of what a person wrote no more counts than is shown, and a line of calls is low', () => {
  const [huge = 0] = createRowMaker()([userMessage(1, 'word\n'.repeat(5_000))]).map(likelyHeight);
  const [calls = 0] = createRowMaker()([agentMessage(1, toolCall('c1', 'read_file'))]).map(likelyHeight);
  expect(huge).toBeLessThan(500);
  expect(calls).toBeLessThan(50);
});

test('the rows at the end are as many as fill the room, or all', () => {
  expect(lastRows([100, 100, 100, 100], 150)).toEqual([2, 3]);
  expect(lastRows([100, 300], 150)).toEqual([1]);
  expect(lastRows([100, 30], 500)).toEqual([0, 1]);
  expect(lastRows([], 500)).toEqual([]);
});
