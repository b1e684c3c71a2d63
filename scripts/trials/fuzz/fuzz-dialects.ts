import fc from 'fast-check';
import { createDialects } from '../../../src/shared/dialects/registry.ts';
import { questionSchema } from '../../../src/shared/questions/questions.ts';
import { distorted } from './distorted.ts';

/** Inputs in the shape of each dialect, to be distorted; what none of them takes is refused like anything else. */
export const wellFormed: readonly unknown[] = [
  {
    questions: [
      {
        id: 'q1',
        question: 'Which one?',
        header: 'Which',
        type: 'choice',
        options: [
          { label: 'A', description: 'the first', preview: '# A' },
          { label: 'B', description: 'the second' },
        ],
        multiSelect: false,
        multi: true,
        recommended: 0,
        placeholder: 'Other',
      },
    ],
  },
  { command: `AskUserQuestion '{"questions":[]}'` },
  { command: 'AskUserQuestion <<EOF\n{"questions":[{"question":"a"}]}\nEOF' },
];

/**
 * Gives every dialect inputs no schema would take, and some it might: `parse` must come to an end as a
 * value, and what it asks must be questions.
 */
export function fuzzDialects(runs: number, seed: number): { inputs: number; failures: string[] } {
  const failures: string[] = [];
  let inputs = 0;
  for (const [id, dialect] of createDialects({})) {
    const property = fc.property(distorted(wellFormed), (input) => {
      inputs += 1;
      const parsed = dialect.parse(input);
      if (parsed.type === 'ask') for (const asked of parsed.questions) questionSchema.parse(asked);
    });
    const { failed, counterexample, errorInstance } = fc.check(property, { numRuns: runs, seed });
    if (failed) failures.push(`${id}: ${String(errorInstance)} for ${fc.stringify(counterexample)}`);
  }
  return { inputs, failures };
}
