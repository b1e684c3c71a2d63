import { isAnswered, toAnswers } from '../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import type { Ask, QuestionPart } from '../../../shared/transcript/transcript.ts';
import { type CommonState, untouched } from '../store/card-kind.ts';

/** A part of the transcript that asks the person something. */
export type AskPart = QuestionPart & { ask: Ask };

/** The calls of an ask's card. */
export type QuestionCall = 'submit' | 'dismiss';

/** Everything about a card that is not sent. `tab` counts the questions from 0; Review is the last. */
export type QuestionCardState = CommonState<'question', QuestionCall> & {
  draft: Draft;
  tab: number;
  /** True if the question of this tab was answered before the person came to it. */
  cameBack: boolean;
  /** The questions whose note can be written. */
  noting: readonly string[];
  /** The long texts that are shown in full. */
  unfolded: readonly string[];
  reason: string;
  /** True if the person has done anything with the card, so that no countdown runs. */
  touched: boolean;
  /** True while the person is asked why they dismiss the questions. */
  givingReason: boolean;
  /** Until when a dismissal can be undone, in milliseconds since 1970; 0 before there is one. */
  undoableUntil: number;
};

/** A card as it is first seen. */
export function initialCard({ draft, questions }: Ask): QuestionCardState {
  const [first] = questions;
  return {
    kind: 'question',
    ...untouched,
    draft,
    tab: 0,
    cameBack: first !== undefined && isAnswered(draft, first),
    noting: draft.filter(({ note }) => note !== '').map(({ questionId }) => questionId),
    unfolded: [],
    reason: '',
    touched: false,
    givingReason: false,
    undoableUntil: 0,
  };
}

/** One question that is answered with a single pick or text needs no tabs. */
export function hasTabs(questions: readonly Question[]): boolean {
  return questions.length !== 1 || questions.some(({ multiple }) => multiple);
}

/** The only question of a card is submitted with something chosen or typed; of several, any may be left open. */
export function canSubmit({ draft }: QuestionCardState, questions: readonly Question[]): boolean {
  return hasTabs(questions) || toAnswers(draft, questions).length > 0;
}

/** True while nothing was sent; a dismissal that can be undone counts as sent. */
export function canEdit({ phase }: QuestionCardState): boolean {
  return phase.type === 'open';
}

/** True if the person has dismissed the card, even if this can still be undone. */
export function isDismissed({ phase }: QuestionCardState): boolean {
  return phase.type !== 'open' && phase.call === 'dismiss';
}

/** When a timeout answers the card, in milliseconds since 1970; null where none will. */
export function deadlineOf({ touched }: QuestionCardState, { settlement, timeout }: Ask): number | null {
  return settlement !== null || touched ? null : timeout.deadline;
}

/**
 * True if main has yet to learn that the person has begun on the card: a countdown stops then, and the
 * asker, if it is one from outside, can no longer close the card.
 */
export function isFirstTouch(
  { touched }: QuestionCardState,
  { settlement, timeout, presence }: Ask,
): boolean {
  if (settlement !== null || touched) return false;
  return timeout.deadline !== null || (presence !== undefined && !timeout.stopped);
}

export function isAsk(part: QuestionPart): part is AskPart {
  return part.ask !== null;
}
