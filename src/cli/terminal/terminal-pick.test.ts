import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Question } from '../../shared/questions/question.ts';
import { readPick } from './terminal-pick.ts';

const labels = ['A', 'B', 'C'];

const question = (multiple: boolean): Question => ({
  id: 'q',
  prompt: 'Which?',
  kind: 'choice',
  options: labels.map((label) => ({ label })),
  multiple,
});

test.each([
  ['3, 1', { picks: ['C', 'A'], other: false, fellBack: false }],
  ['1 2', { picks: ['A', 'B'], other: false, fellBack: false }],
  ['2,2', { picks: ['B'], other: false, fellBack: false }],
  ['2,0', { picks: ['B'], other: true, fellBack: false }],
  ['9,2,x', { picks: ['B'], other: false, fellBack: false }],
  ['9', { picks: ['A'], other: false, fellBack: true }],
])('%j of several', (line, pick) => {
  expect(readPick(line, question(true))).toEqual(pick);
});

test('whatever is typed gives a pick or asks for own words, one only where one is asked for', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (line, multiple) => {
      const { picks, other } = readPick(line, question(multiple));
      const given = picks.length + Number(other);
      expect(given).toBeGreaterThan(0);
      if (!multiple) expect(given).toBe(1);
      expect(labels).toEqual(expect.arrayContaining(picks));
      expect(new Set(picks).size).toBe(picks.length);
    }),
  );
});
