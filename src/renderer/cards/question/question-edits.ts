import {
  draftOf,
  isAnswered,
  skipQuestion,
  toggleOther,
  togglePick,
  typeNote,
  typeOther,
} from '../../../shared/questions/answer-draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { hasTabs, type QuestionCardState } from './question-card-state.ts';

/** Shows a question, or Review. */
export function goTo(
  card: QuestionCardState,
  questions: readonly Question[],
  tab: number,
): QuestionCardState {
  const to = Math.max(0, Math.min(tab, questions.length));
  const question = questions[to];
  return { ...card, tab: to, cameBack: question !== undefined && isAnswered(card.draft, question) };
}

/** Picks an option; the first answer to a single-select question leads on to the next tab. */
export function pick(
  card: QuestionCardState,
  questions: readonly Question[],
  question: Question,
  label: string,
): QuestionCardState {
  const draft = togglePick(card.draft, question, label);
  const picked = { ...card, draft };
  const goesOn =
    hasTabs(questions) &&
    !question.multiple &&
    !card.cameBack &&
    draftOf(draft, question.id).picks.includes(label);
  return goesOn ? goTo(picked, questions, questions.indexOf(question) + 1) : picked;
}

export function chooseOther(card: QuestionCardState, question: Question): QuestionCardState {
  return { ...card, draft: toggleOther(card.draft, question) };
}

export function typeAnswer(card: QuestionCardState, question: Question, text: string): QuestionCardState {
  return { ...card, draft: typeOther(card.draft, question, text) };
}

export function skip(
  card: QuestionCardState,
  questions: readonly Question[],
  question: Question,
): QuestionCardState {
  const draft = skipQuestion(card.draft, question);
  return goTo({ ...card, draft }, questions, questions.indexOf(question) + 1);
}

export function setUnfolded(card: QuestionCardState, text: string, unfolded: boolean): QuestionCardState {
  const others = card.unfolded.filter((other) => other !== text);
  return { ...card, unfolded: unfolded ? [...others, text] : others };
}

/** Opens the field of a question's note; it stays open from then on. */
export function addNote(card: QuestionCardState, question: Question): QuestionCardState {
  return { ...card, noting: [...card.noting.filter((id) => id !== question.id), question.id] };
}

export function typeNoteInto(card: QuestionCardState, question: Question, note: string): QuestionCardState {
  return { ...card, draft: typeNote(card.draft, question, note) };
}
