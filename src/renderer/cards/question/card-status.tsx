import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { type QuestionCardState, hasTabs, isDismissed } from './question-card-state.ts';
import { progressText, statusOf } from './words/card-words.ts';

/** Status of the card: progress while it waits, then its ending. */
export function CardStatus({ ask, card }: { ask: Ask; card: QuestionCardState }) {
  const { questions, settlement } = ask;
  const waiting = settlement === null && !isDismissed(card);
  const answered = questions.filter((question) => isAnswered(card.draft, question)).length;
  return (
    <>
      <span className={waiting ? 'text-accent-ink' : ''}>{statusOf(settlement, isDismissed(card))}</span>
      {waiting && hasTabs(questions) ? <span>{progressText(answered, questions.length)}</span> : null}
    </>
  );
}
