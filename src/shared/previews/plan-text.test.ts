import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlanNote } from './decision.ts';
import { groupedNotes, joinNotes, planFileName, planTitle, refinementText } from './plan-text.ts';

it.each([
  ['Add a README', 'Add-a-README-plan.md'],
  ['  two   spaces ', 'two-spaces-plan.md'],
  ['../../etc/passwd', 'etcpasswd-plan.md'],
  ['C:\\Windows\\x_1', 'CWindowsx_1-plan.md'],
  ['Añadir 計画', 'Añadir-計画-plan.md'],
])('names the file of %j', (title, file) => {
  expect(planFileName(title)).toBe(file);
});

it.each(['', '   ', '!!!', '../..', '- -', '🎉'])(
  'refuses %j, of which no letter and no digit is left',
  (title) => {
    expect(planFileName(title)).toBeUndefined();
  },
);

it('never names a path, whatever the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const file = planFileName(title);
      if (file === undefined) return;
      expect(file).toMatch(/^[\p{L}\p{N}_-]+-plan\.md$/u);
      expect(encodeURIComponent(file).replace(/%../g, 'x').length).toBeLessThanOrEqual(255);
    }),
    { numRuns: 1_000 },
  );
});

it.each<[string, Record<string, unknown> | undefined, string, string]>([
  ['what extra says', { title: ' Given\ttitle ' }, '# Heading', 'Given title'],
  [
    'the first heading, where extra says nothing',
    { title: '  ' },
    'Hm.\n\n## A *fine* `plan` ##\n# Later',
    'A fine plan',
  ],
  ['the first heading, where extra has no text', { title: 7 }, '# Heading', 'Heading'],
  ['the first heading outside of code', undefined, '```sh\n# comment\n```\n# Heading', 'Heading'],
  ['a heading behind a fence within a fence', undefined, '````\n```\n# no\n````\n# yes', 'yes'],
  ['the word plan, where there is neither', undefined, 'Just do it. #hashtag', 'plan'],
])('takes as title %s', (_, extra, plan, title) => {
  expect(planTitle(extra, plan)).toBe(title);
});

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
