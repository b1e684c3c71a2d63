import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAnswers } from './answer-check.ts';
import {
  draftOf,
  isAnswered,
  mergeDraft,
  skipQuestion,
  toAnswers,
  toggleOther,
  togglePick,
  typeOther,
} from './answer-draft.ts';
import type { Draft } from './draft.ts';
import type { Question } from './question.ts';

const labels = ['a', 'b', 'c', '__proto__'];

const ask = (id: string, multiple: boolean): Question => ({
  id,
  prompt: `Which ${id}?`,
  kind: 'choice',
  options: labels.map((label) => ({ label })),
  multiple,
});

const one = ask('one', false);
const any = ask('any', true);

const picks = (draft: Draft, question: Question) => draftOf(draft, question.id).picks;

test('a single-select question keeps only the last pick', () => {
  const draft = togglePick(togglePick([], one, 'a'), one, 'b');
  expect(picks(draft, one)).toEqual(['b']);
});

test('picking the chosen option again clears it', () => {
  expect(picks(togglePick(togglePick([], one, 'a'), one, 'a'), one)).toEqual([]);
});

test('a multi-select question keeps its picks in the order they were picked', () => {
  const draft = ['c', 'a', 'b'].reduce<Draft>((so, label) => togglePick(so, any, label), []);
  expect(picks(draft, any)).toEqual(['c', 'a', 'b']);
});

test('a label picked off and on again moves to the end', () => {
  const draft = ['a', 'b', 'a', 'a'].reduce<Draft>((so, label) => togglePick(so, any, label), []);
  expect(picks(draft, any)).toEqual(['b', 'a']);
});

test('a look at Other keeps the picks', () => {
  for (const question of [one, any]) {
    const looked = toggleOther(togglePick([], question, 'a'), question);
    const blank = typeOther(looked, question, ' ');
    for (const draft of [looked, blank, toggleOther(looked, question)])
      expect(toAnswers(draft, [question])).toEqual([{ questionId: question.id, picks: ['a'] }]);
  }
});

test('a text of Other replaces the pick of a single-select question and joins those of a multi-select one', () => {
  for (const [question, left] of [
    [one, []],
    [any, ['a']],
  ] as const) {
    const typed = typeOther(togglePick([], question, 'a'), question, 'mine');
    expect(picks(typed, question)).toEqual(left);
    expect(picks(typeOther(typed, question, ''), question)).toEqual(left);
  }
});

test('typing into Other chooses it', () => {
  const draft = typeOther(togglePick([], one, 'a'), one, 'mine');
  expect(toAnswers(draft, [one])).toEqual([{ questionId: 'one', picks: [], custom: 'mine' }]);
});

test('the text of Other survives choosing something else and coming back', () => {
  const away = togglePick(typeOther([], one, 'mine'), one, 'a');
  expect(toAnswers(away, [one])).toEqual([{ questionId: 'one', picks: ['a'] }]);
  expect(toAnswers(toggleOther(away, one), [one])).toEqual([
    { questionId: 'one', picks: [], custom: 'mine' },
  ]);
});

test('a blank Other beside picks sends the picks alone', () => {
  const draft = typeOther(togglePick([], any, 'a'), any, ' \n ');
  expect(toAnswers(draft, [any])).toEqual([{ questionId: 'any', picks: ['a'] }]);
});

test('a blank Other alone answers nothing', () => {
  const draft = typeOther([], one, '  ');
  expect(isAnswered(draft, one)).toBe(false);
  expect(toAnswers(draft, [one])).toEqual([]);
});

test('skipping drops the picks and keeps the typed text readable', () => {
  const draft = skipQuestion(typeOther(togglePick([], any, 'a'), any, 'mine'), any);
  expect(isAnswered(draft, any)).toBe(false);
  expect(draftOf(draft, 'any').other).toBe('mine');
});

test('a note is sent even when its question is not answered', () => {
  expect(toAnswers([{ ...draftOf([], one.id), note: 'later' }], [one])).toEqual([
    { questionId: 'one', picks: [], note: 'later' },
  ]);
});

test('editing one question leaves the others as they were', () => {
  const before = togglePick([], any, 'a');
  expect(draftOf(togglePick(before, one, 'b'), 'any')).toBe(draftOf(before, 'any'));
});

const edit = fc.oneof(
  fc.record({ type: fc.constant('pick' as const), label: fc.constantFrom(...labels) }),
  fc.record({ type: fc.constant('other' as const) }),
  fc.record({ type: fc.constant('type' as const), text: fc.constantFrom('', '  ', 'mine', '"\n\\,') }),
  fc.record({ type: fc.constant('note' as const), text: fc.constantFrom('', 'why', ' ') }),
  fc.record({ type: fc.constant('skip' as const) }),
);

const script = fc.array(fc.tuple(fc.boolean(), edit), { maxLength: 30 });

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function apply(draft: Draft, question: Question, change: Edit): Draft {
  switch (change.type) {
    case 'pick':
      return togglePick(draft, question, change.label);
    case 'other':
      return toggleOther(draft, question);
    case 'type':
      return typeOther(draft, question, change.text);
    case 'note':
      return mergeDraft(draft, [{ ...draftOf(draft, question.id), note: change.text }]);
    case 'skip':
      return skipQuestion(draft, question);
  }
}

test('whatever is clicked and typed, main takes it and no pick is lost', () => {
  fc.assert(
    fc.property(script, (steps) => {
      const draft = steps.reduce<Draft>((so, [first, change]) => apply(so, first ? one : any, change), []);
      const checked = checkAnswers([one, any], toAnswers(draft, [one, any]));
      if (!checked.ok) throw new Error(checked.problem);
      for (const [index, question] of [one, any].entries()) {
        const reply = checked.outcome.replies[index];
        const sent = reply?.status === 'answered' ? reply.picks : [];
        expect(sent).toEqual(picks(draft, question));
        expect(reply?.status === 'answered').toBe(isAnswered(draft, question));
      }
    }),
  );
});
