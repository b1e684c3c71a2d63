import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canTimeOut,
  checkAnswers,
  draftOf,
  isAnswered,
  mergeDraft,
  skipQuestion,
  toAnswers,
  toggleOther,
  togglePick,
  typeOther,
  withTimeoutPicks,
} from './answers.ts';
import type { Answer, Draft, Question } from './questions.ts';

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

const size: Question = {
  id: '1',
  prompt: 'How long?',
  kind: 'choice',
  options: [{ label: 'Short' }, { label: 'Long' }],
  multiple: false,
};

const parts: Question = { ...size, id: '2', prompt: 'Which parts?', multiple: true };

const questions = [size, parts];

const repliesTo = (answers: Answer[]) => {
  const checked = checkAnswers(questions, answers);
  if (!checked.ok) throw new Error(checked.problem);
  return checked.outcome.replies;
};

const refused: readonly [mistake: string, answers: Answer[], problem: string][] = [
  [
    'an answer to a question that was not asked',
    [{ questionId: '3', picks: [] }],
    'There is no question "3".',
  ],
  [
    'two answers to one question',
    [
      { questionId: '1', picks: ['Short'] },
      { questionId: '1', picks: ['Long'] },
    ],
    'Question "1" is answered twice.',
  ],
  [
    'a label that was not offered',
    [{ questionId: '1', picks: ['short'] }],
    '"How long?": "short" is not one of the options.',
  ],
  [
    'a label picked twice',
    [{ questionId: '2', picks: ['Long', 'Long'] }],
    '"Which parts?": an option is picked twice.',
  ],
  [
    'two picks in a single-select question',
    [{ questionId: '1', picks: ['Short', 'Long'] }],
    '"How long?": only one answer is possible.',
  ],
  [
    'a pick together with Other in a single-select question',
    [{ questionId: '1', picks: ['Short'], custom: 'medium' }],
    '"How long?": only one answer is possible.',
  ],
];

test.each(refused)('refuses %s and says so', (_mistake, answers, problem) => {
  expect(checkAnswers(questions, answers)).toEqual({ ok: false, problem });
});

test('a refusal names the first bad question, whatever stands beside it', () => {
  const checked = checkAnswers(questions, [
    { questionId: '2', picks: ['Long'] },
    { questionId: '1', picks: ['nothing like it'] },
  ]);
  expect(checked).toEqual({
    ok: false,
    problem: '"How long?": "nothing like it" is not one of the options.',
  });
});

test('replies stand in the order of the questions, not of the answers', () => {
  const replies = repliesTo([
    { questionId: '2', picks: ['Long', 'Short'] },
    { questionId: '1', picks: ['Long'] },
  ]);
  expect(replies).toEqual([
    { status: 'answered', questionId: '1', picks: ['Long'], origin: 'picked' },
    { status: 'answered', questionId: '2', picks: ['Long', 'Short'], origin: 'picked' },
  ]);
});

test('a question without an answer is skipped', () => {
  expect(repliesTo([])).toEqual([
    { status: 'skipped', questionId: '1' },
    { status: 'skipped', questionId: '2' },
  ]);
});

test('a blank Other beside a pick leaves the pick standing', () => {
  const [reply] = repliesTo([{ questionId: '1', picks: ['Short'], custom: ' \n' }]);
  expect(reply).toEqual({ status: 'answered', questionId: '1', picks: ['Short'], origin: 'picked' });
});

test('a blank Other alone skips the question', () => {
  expect(repliesTo([{ questionId: '1', picks: [], custom: '  ' }])[0]).toEqual({
    status: 'skipped',
    questionId: '1',
  });
});

test('Other joins the picks of a multi-select question', () => {
  expect(repliesTo([{ questionId: '2', picks: ['Long'], custom: 'more' }])[1]).toEqual({
    status: 'answered',
    questionId: '2',
    picks: ['Long'],
    custom: 'more',
    origin: 'picked',
  });
});

test('a note without an answer is kept with the skipped question', () => {
  expect(repliesTo([{ questionId: '1', picks: [], note: 'ask me later' }])[0]).toEqual({
    status: 'skipped',
    questionId: '1',
    note: 'ask me later',
  });
});

test('any text comes through to the last character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 10_000 }), (custom) => {
      fc.pre(custom.trim() !== '');
      const [reply] = repliesTo([{ questionId: '1', picks: [], custom }]);
      expect(reply).toEqual({ status: 'answered', questionId: '1', picks: [], custom, origin: 'typed' });
    }),
  );
});

const choice: Question = {
  id: 'c',
  prompt: 'Which?',
  kind: 'choice',
  options: [{ label: 'a' }, { label: 'b' }],
  multiple: false,
};
const words: Question = { id: 't', prompt: 'Name?', kind: 'text' };
const confirm: Question = { id: 'y', prompt: 'Sure?', kind: 'yesno' };

const originIn = (draft: Draft) => {
  const checked = checkAnswers([choice], toAnswers(draft, [choice]));
  if (!checked.ok) throw new Error(checked.problem);
  const [reply] = checked.outcome.replies;
  return reply?.status === 'answered' ? reply.origin : reply?.status;
};

test('a timeout picks the recommended option, else the first', () => {
  const picked = (question: Question) => draftOf(withTimeoutPicks([], [question]), question.id).picks;
  expect(picked({ ...choice, recommended: 1 })).toEqual(['b']);
  expect(picked({ ...choice, recommended: 9 })).toEqual(['a']);
  expect(picked(choice)).toEqual(['a']);
});

test('it leaves text, confirmations and what is answered alone', () => {
  expect(canTimeOut([words, confirm, { ...choice, options: [] }])).toBe(false);
  expect(canTimeOut([words, choice])).toBe(true);
  expect(withTimeoutPicks([], [words, confirm])).toEqual([]);
  const own = togglePick([], choice, 'b');
  expect(withTimeoutPicks(own, [choice])).toEqual(own);
});

test('what it picked stays marked until somebody changes it', () => {
  const auto = withTimeoutPicks([], [choice]);
  expect(originIn(auto)).toBe('auto');
  expect(originIn(mergeDraft(auto, [{ ...draftOf(auto, 'c'), note: 'why' }]))).toBe('auto');
  expect(originIn(togglePick(auto, choice, 'b'))).toBe('picked');
  expect(originIn(togglePick(togglePick(auto, choice, 'a'), choice, 'a'))).toBe('picked');
  expect(originIn(typeOther(auto, choice, 'own'))).toBe('typed');
  expect(originIn(toggleOther(auto, choice))).toBe('auto');
  expect(originIn(togglePick(toggleOther(auto, choice), choice, 'b'))).toBe('picked');
  expect(originIn(skipQuestion(auto, choice))).toBe('skipped');
});
