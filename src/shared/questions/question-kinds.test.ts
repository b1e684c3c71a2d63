import { expect, test } from 'vitest';
import { optionsOf, takesOwnWords, takesSeveral } from './question-kinds.ts';
import { questionSchema } from './questions.ts';

const everyField = { id: '1', prompt: 'Which?', header: 'Pick', placeholder: 'e.g.' };

/** As Parley 0.1 stored them and its commands still send them: with all fields, whatever the kind. */
const stored = {
  choice: {
    ...everyField,
    kind: 'choice',
    options: [{ label: 'A', description: 'a' }, { label: 'B' }],
    multiple: true,
    recommended: 1,
    closed: true,
  },
  text: { ...everyField, kind: 'text', options: [], multiple: false },
  yesno: { ...everyField, kind: 'yesno', options: [{ label: 'Yes' }, { label: 'No' }], multiple: false },
};

test('questions of an older Parley are read, each with the fields of its kind', () => {
  expect(questionSchema.parse(stored.choice)).toEqual(stored.choice);
  expect(questionSchema.parse(stored.text)).toEqual({ ...everyField, kind: 'text' });
  expect(questionSchema.parse(stored.yesno)).toEqual({ ...everyField, kind: 'yesno' });
});

test.each([
  [stored.choice, ['A', 'B'], true, false],
  [{ ...stored.choice, multiple: false, closed: undefined }, ['A', 'B'], false, true],
  [stored.text, [], false, true],
  [stored.yesno, ['Yes', 'No'], false, true],
])('what a kind offers and takes, %#', (told, labels, several, ownWords) => {
  const question = questionSchema.parse(told);
  expect(optionsOf(question).map(({ label }) => label)).toEqual(labels);
  expect(takesSeveral(question)).toBe(several);
  expect(takesOwnWords(question)).toBe(ownWords);
});
