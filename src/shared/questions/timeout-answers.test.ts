import { expect, test } from 'vitest';
import { checkAnswers } from './answer-check.ts';
import {
  draftOf,
  mergeDraft,
  skipQuestion,
  toAnswers,
  toggleOther,
  togglePick,
  typeOther,
} from './answer-draft.ts';
import type { Draft } from './draft.ts';
import type { Question } from './question.ts';
import { canTimeOut, withTimeoutPicks } from './timeout-answers.ts';

const choice: Question = {
  id: 'c',
  prompt: 'Which?',
  kind: 'choice',
  options: [{ label: 'a' }, { label: 'b' }],
  multiple: false,
};
const words: Question = { id: 't', prompt: 'Name?', kind: 'text', options: [], multiple: false };
const confirm: Question = { ...choice, id: 'y', kind: 'yesno', options: [{ label: 'Yes' }, { label: 'No' }] };

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
