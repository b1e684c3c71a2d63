import { expect, test } from 'vitest';
import { countedLines, coveredCommands, coveredText } from './covered-commands.ts';
import type { PastCommand } from './past-command.ts';

const ran = (line: string, asker = 'Claude', coveredBy = ['a']): PastCommand => ({ line, asker, coveredBy });

test('a rule of one agent covers what that agent ran, one of any agent all', () => {
  const past = [ran('npm test'), ran('npm test', 'Guide'), ran('ls', 'Claude', ['b'])];
  expect(coveredCommands(past, { choiceId: 'a', asker: 'Claude' })).toEqual([past[0]]);
  expect(coveredCommands(past, { choiceId: 'a', asker: null })).toEqual(past.slice(0, 2));
  expect(coveredCommands(past, { choiceId: 'c', asker: null })).toEqual([]);
});

test.each([
  [0, 0, undefined],
  [0, 1, 'Would not have covered your last command here'],
  [1, 1, 'Would also have covered your last command here'],
  [0, 40, 'Would have covered none of your last 40 commands here'],
  [3, 40, 'Would also have covered 3 of your last 40 commands here'],
])('%i of %i', (covered, past, text) => {
  expect(coveredText(covered, past)).toBe(text);
});

test('lines stand once each, the newest first, on one line', () => {
  expect(countedLines([ran('a'), ran('b\nc'), ran('a')])).toEqual([
    { line: 'a', times: 2 },
    { line: 'b ⏎ c', times: 1 },
  ]);
});
