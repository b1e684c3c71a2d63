import { expect, test } from 'vitest';
import { sampleAsk } from './sample-ask.ts';

test('the sample is two of the guide’s own questions, with the recommended option first', () => {
  const { questions } = sampleAsk();
  expect(questions.map(({ header }) => header)).toEqual(['Readers', 'Sections']);
  for (const question of questions) {
    if (question.kind !== 'choice') throw new Error('It offers no choices.');
    expect(question.options[0]?.label).toContain('(Recommended)');
  }
});
