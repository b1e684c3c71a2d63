import { expect, test } from 'vitest';
import { refinementText } from '../../../../shared/previews/plan-text.ts';
import { revise } from './plan.ts';

const steps = ['Write `README.md`: one sentence.', 'Quick start.', 'One usage example.', 'Read it once.'];

/** Returns the text of a note on a step, or on the heading where there is no quote, as the guide reads it. */
const noted = (text: string, quote = '') =>
  refinementText([{ at: 2, heading: 'Steps', quote, text }])
    .slice('Refinement feedback on the plan:'.length)
    .trim();

const after = (...feedback: string[]) => revise(steps, feedback);

test('a step is dropped, put first, or says what was noted on it', () => {
  expect(after(noted('Leave this out', 'Quick start.')).steps).toEqual([steps[0], steps[2], steps[3]]);
  expect(after(noted('do this first', 'One usage example.')).steps[0]).toBe(steps[2]);
  expect(after(noted('in plain words', 'Write README.md: one sentence.')).steps[0]).toBe(
    'Write `README.md`: one sentence. In plain words.',
  );
});

test('a step is added behind the one it was noted on, or at the end', () => {
  expect(after(noted('Add a licence', 'Quick start.')).steps[2]).toBe('A licence.');
  expect(after(noted('also say who maintains it')).steps.at(-1)).toBe('Say who maintains it.');
});

test('fewer steps are asked for on the whole', () => {
  expect(after(noted('Fewer of them')).steps).toEqual(steps.slice(0, 3));
});

test('what fits nothing else is seen to by a step of its own', () => {
  expect(after(noted('Mind the tone')).steps.at(-1)).toBe('Look over all of it once more: Mind the tone.');
});

test('each note is listed with what came of it, those of every round', () => {
  const { steps: last, changes } = after(noted('drop', 'Quick start.'), noted('Mind the tone'));
  expect(changes).toEqual(['“drop”: I dropped that step.', '“Mind the tone”: the last step sees to it.']);
  expect(last).not.toContain('Quick start.');
});

test('lines that the person edited out or in are steps that go or come', () => {
  const diff =
    'The user also edited the plan:\n--- a\n+++ b\n@@ -1,3 +1,3 @@\n 1. Write\n-2. Quick start.\n+2. Ask a friend.';
  const { steps: edited } = after(diff);
  expect(edited).toEqual([steps[0], steps[2], steps[3], 'Ask a friend.']);
});

test('a note in several lines and in Markdown stays one step that shows it as it is', () => {
  const { steps: noteds } = after(noted('Add # a heading\nand *stars*'));
  expect(noteds.at(-1)).toBe('\\# a heading and \\*stars\\*.');
});
