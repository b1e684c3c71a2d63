import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlanNote } from './plan-note.ts';
import { groupedNotes, joinNotes, refinementText } from './plan-notes-text.ts';

const note = (at: number | null, heading: string, quote: string, text: string): PlanNote => ({
  at,
  heading,
  quote,
  text,
});

it('groups notes by heading, in the order of the plan', () => {
  const notes = [
    note(5, 'Checks', 'Run the tests', 'Which ones?\nAll of them?'),
    note(1, 'Steps', 'Write a README', 'Keep it short'),
    note(null, '', '', 'Good so far'),
    note(0, 'Steps', 'Steps', 'Fewer, please'),
    note(3, '', 'Before any heading', '  '),
  ];
  expect(refinementText(notes)).toBe(
    [
      'Refinement feedback on the plan:',
      '',
      '- Good so far',
      '',
      '## Steps',
      '- Fewer, please',
      '- “Write a README”: Keep it short',
      '',
      '## Checks',
      '- “Run the tests”: Which ones?',
      '  All of them?',
    ].join('\n'),
  );
});

it('keeps every word of every note, each under its own heading once', () => {
  const word = fc.stringMatching(/^[a-z]{3,9}$/);
  const notes = fc.array(
    fc.record({ at: fc.nat(20), heading: fc.constantFrom('One', 'Two'), quote: word, text: word }),
  );
  fc.assert(
    fc.property(notes, (given) => {
      const text = groupedNotes(given);
      for (const { text: said, quote } of given) expect(text).toContain(`- “${quote}”: ${said}`);
      const headings = text.split('\n').filter((line) => line.startsWith('## '));
      expect(new Set(headings).size).toBe(headings.length);
    }),
  );
});

it('puts notes that changed in the place of those on their block, and keeps the others', () => {
  const kept = note(1, '', 'A line', 'first');
  const [old, changed] = ['old', 'new'].map((text) => note(2, '', 'Another', text));
  if (old === undefined || changed === undefined) throw new Error('There are two.');
  expect(joinNotes([kept, old], [changed])).toEqual([kept, changed]);
});
