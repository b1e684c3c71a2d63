import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askUserQuestion } from '../../../../shared/dialects/ask-user-question.ts';
import type { Question, Reply } from '../../../../shared/questions/questions.ts';
import { parseAnswered, sampleAsk } from './questions.ts';

const hard = fc.constantFrom(
  '"',
  '\\',
  '\n',
  ', ',
  '="',
  '. ',
  ')',
  ' (note: ',
  'Skipped by the user: ',
  '"="',
  '\\n',
  'é',
);
const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.array(hard, { minLength: 1 }).map((parts) => parts.join('')),
);
const note = fc.option(text, { nil: undefined });

const entry = fc.record({
  prompt: text,
  answer: fc.option(text, { nil: undefined }),
  note,
  auto: fc.boolean(),
});

function normal(value: string): string {
  return value.replace(/\r\n/g, '\n');
}

test('reads back whatever the tool says about answered and skipped questions', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ({ prompt }) => prompt }),
      (entries) => {
        const questions = entries.map(({ prompt }, index): Question => {
          return { id: String(index), prompt, kind: 'choice', options: [], multiple: false };
        });
        const replies = entries.map((given, index): Reply => {
          const common = {
            questionId: String(index),
            ...(given.note === undefined ? {} : { note: given.note }),
          };
          if (given.answer === undefined) return { status: 'skipped', ...common };
          return {
            status: 'answered',
            ...common,
            picks: [given.answer],
            origin: given.auto ? 'auto' : 'picked',
          };
        });
        const result = askUserQuestion.format(questions, { type: 'answered', replies, timedOut: false });
        const answered = entries.flatMap(({ prompt, answer, note: said, auto }) => {
          if (answer === undefined) return [];
          return [
            {
              question: normal(prompt),
              answer: normal(answer),
              note: said === undefined ? null : normal(said),
              auto,
            },
          ];
        });
        const skipped = entries
          .filter(({ answer }) => answer === undefined)
          .map(({ prompt }) => normal(prompt));
        expect(parseAnswered(result.text)).toEqual({ answered, skipped });
      },
    ),
    { numRuns: 500 },
  );
});

test('any other text is not taken for answers', () => {
  expect(parseAnswered('User declined to answer these questions.')).toBeUndefined();
});

test('the sample is two of the guide’s own questions, with the recommended option first', () => {
  const { questions } = sampleAsk();
  expect(questions.map(({ header }) => header)).toEqual(['Readers', 'Sections']);
  for (const question of questions) {
    if (question.kind !== 'choice') throw new Error('It offers no choices.');
    expect(question.options[0]?.label).toContain('(Recommended)');
  }
});
