import { useRef } from 'react';
import { draftOf, isAnswered, isSkipped } from '../../../shared/questions/answer-draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import type { QuestionCardState } from './question-card-state.ts';
import { headerOf, unansweredText } from './words/card-words.ts';
import { firstLineOf } from './words/prompt-text.ts';
import { useFocusIfFree } from '../focus-card.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

type ReviewPanelProps = {
  questions: readonly Question[];
  card: QuestionCardState;
  onGoTo(tab: number): void;
};

/** Every question with what would be sent; a click goes back to it. */
export function ReviewPanel({ questions, card, onGoTo }: ReviewPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFocusIfFree(panel);
  const open = questions.filter((question) => !isAnswered(card.draft, question)).length;
  return (
    <div ref={panel}>
      <ul className="flex flex-col gap-2">
        {questions.map((question, index) => (
          <li key={question.id}>
            <ReviewRow question={question} card={card} first={index === 0} onGoTo={() => onGoTo(index)} />
          </li>
        ))}
      </ul>
      {open > 0 ? <p className="mt-3 text-secondary">{unansweredText(open)}</p> : null}
    </div>
  );
}

type ReviewRowProps = { question: Question; card: QuestionCardState; first: boolean; onGoTo(): void };

function ReviewRow({ question, card, first, onGoTo }: ReviewRowProps) {
  const { picks, otherChosen, other, note, auto } = draftOf(card.draft, question.id);
  const texts = [...picks, ...(otherChosen && other.trim() !== '' ? [other] : [])];
  return (
    <button
      type="button"
      data-first={first || undefined}
      className="block w-full min-w-0 rounded-control border border-edge px-3 py-2 text-start wrap-anywhere hover:bg-hover"
      onClick={onGoTo}
    >
      <span className="flex min-w-0 gap-x-2 text-secondary text-second">
        <span className="max-w-1/2 shrink-0 truncate font-medium" dir="auto">
          <VisibleText text={headerOf(question)} layout="line" />
        </span>
        <span className="min-w-0 truncate" dir="auto">
          <VisibleText text={firstLineOf(question.prompt)} layout="line" />
        </span>
      </span>
      {texts.length === 0 ? (
        <span className="block text-secondary italic">
          {isSkipped(card.draft, question) ? 'Skipped' : 'Not answered'}
        </span>
      ) : (
        <span className="line-clamp-6 whitespace-pre-line text-ink" dir="auto">
          <VisibleText text={texts.join(', ')} />
        </span>
      )}
      {auto ? <span className="block text-secondary text-second">Chosen when the time ran out</span> : null}
      {note.trim() === '' ? null : (
        <span className="mt-0.5 line-clamp-3 whitespace-pre-line text-secondary text-second" dir="auto">
          Note: {note}
        </span>
      )}
    </button>
  );
}
