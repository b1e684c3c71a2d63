import {
  draftOf,
  isAnswered,
  skipQuestion,
  toggleOther,
  togglePick,
  typeNote,
  typeOther,
} from '../../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../../shared/questions/draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { Ask, QuestionPart } from '../../../../shared/transcript/transcript.ts';

/** A part of the transcript that asks the person something. */
export type AskPart = QuestionPart & { ask: Ask };

/**
 * Phase of a waiting card. Entries can be changed while it is `open` or `giving-reason`; a dismissal is
 * sent when `undoable` has run out.
 */
export type CardPhase =
  | { type: 'open'; failure: string | null }
  | { type: 'giving-reason' }
  | { type: 'undoable' }
  | { type: 'dismissing' }
  | { type: 'sending' };

/** Everything about a card that is not sent. `tab` counts the questions from 0; Review is the last. */
export type CardState = {
  draft: Draft;
  tab: number;
  /** True if the question of this tab was answered before the person came to it. */
  cameBack: boolean;
  collapsed: 'waiting' | 'settled' | null;
  /** The questions whose note can be written. */
  noting: readonly string[];
  /** The long texts that are shown in full. */
  unfolded: readonly string[];
  reason: string;
  /** True if the person has done anything with the card, so that no countdown runs. */
  touched: boolean;
  phase: CardPhase;
};

/** A card as it is first seen. */
export function initialCard({ draft, questions }: Ask): CardState {
  const [first] = questions;
  return {
    draft,
    tab: 0,
    cameBack: first !== undefined && isAnswered(draft, first),
    collapsed: null,
    noting: draft.filter(({ note }) => note !== '').map(({ questionId }) => questionId),
    unfolded: [],
    reason: '',
    touched: false,
    phase: { type: 'open', failure: null },
  };
}

/** One question that is answered with a single pick or text needs no tabs. */
export function hasTabs(questions: readonly Question[]): boolean {
  return questions.length !== 1 || questions.some(({ multiple }) => multiple);
}

export function canEdit({ phase }: CardState): boolean {
  return phase.type === 'open' || phase.type === 'giving-reason';
}

/** True if the person has dismissed the card, even if this can still be undone. */
export function isDismissed({ phase }: CardState): boolean {
  return phase.type === 'undoable' || phase.type === 'dismissing';
}

/** When a timeout answers the card, in milliseconds since 1970; null where none will. */
export function deadlineOf({ touched }: CardState, { settlement, timeout }: Ask): number | null {
  return settlement !== null || touched ? null : timeout.deadline;
}

/**
 * True if main has yet to learn that the person has begun on the card: a countdown stops then, and the
 * asker, if it is one from outside, can no longer close the card.
 */
export function isFirstTouch({ touched }: CardState, { settlement, timeout, presence }: Ask): boolean {
  if (settlement !== null || touched) return false;
  return timeout.deadline !== null || (presence !== undefined && !timeout.stopped);
}

export function isCollapsed({ collapsed }: CardState, { settlement }: Ask): boolean {
  return collapsed === (settlement === null ? 'waiting' : 'settled');
}

/** Shows a question, or Review. */
export function goTo(card: CardState, questions: readonly Question[], tab: number): CardState {
  const to = Math.max(0, Math.min(tab, questions.length));
  const question = questions[to];
  return { ...card, tab: to, cameBack: question !== undefined && isAnswered(card.draft, question) };
}

/** Picks an option; the first answer to a single-select question leads on to the next tab. */
export function pick(
  card: CardState,
  questions: readonly Question[],
  question: Question,
  label: string,
): CardState {
  const draft = togglePick(card.draft, question, label);
  const picked = { ...card, draft };
  const goesOn =
    hasTabs(questions) &&
    !question.multiple &&
    !card.cameBack &&
    draftOf(draft, question.id).picks.includes(label);
  return goesOn ? goTo(picked, questions, questions.indexOf(question) + 1) : picked;
}

export function chooseOther(card: CardState, question: Question): CardState {
  return { ...card, draft: toggleOther(card.draft, question) };
}

export function typeAnswer(card: CardState, question: Question, text: string): CardState {
  return { ...card, draft: typeOther(card.draft, question, text) };
}

export function skip(card: CardState, questions: readonly Question[], question: Question): CardState {
  const draft = skipQuestion(card.draft, question);
  return goTo({ ...card, draft }, questions, questions.indexOf(question) + 1);
}

export function setUnfolded(card: CardState, text: string, unfolded: boolean): CardState {
  const others = card.unfolded.filter((other) => other !== text);
  return { ...card, unfolded: unfolded ? [...others, text] : others };
}

/** Opens the field of a question's note; it stays open from then on. */
export function addNote(card: CardState, question: Question): CardState {
  return { ...card, noting: [...card.noting.filter((id) => id !== question.id), question.id] };
}

export function typeNoteInto(card: CardState, question: Question, note: string): CardState {
  return { ...card, draft: typeNote(card.draft, question, note) };
}
