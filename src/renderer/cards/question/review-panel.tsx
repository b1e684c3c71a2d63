import { Fragment, useRef } from 'react';
import { draftOf, isSkipped } from '../../../shared/questions/answer-draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import type { QuestionCardState } from './question-card-state.ts';
import { firstLineOf, headerOf } from './words/card-words.ts';
import { useFocusIfFree } from '../reveal-card.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { OptionLabel } from './fields/option-face.tsx';
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
  return (
    <div ref={panel} className="pb-2">
      <ul>
        {questions.map((question, index) => (
          <li key={question.id} className="group/row">
            <ReviewRow question={question} card={card} first={index === 0} onGoTo={() => onGoTo(index)} />
          </li>
        ))}
      </ul>
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
      title={visibleText(firstLineOf(question.prompt), 'line')}
      className={
        'relative grid w-full min-w-0 grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)_auto] items-baseline gap-x-4 px-4 py-2.75 text-start ' +
        'wrap-anywhere before:absolute before:inset-x-4 before:top-0 before:h-px before:bg-(--line) group-first/row:before:hidden ' +
        'hover:bg-hover focus-visible:rounded-control focus-visible:outline-offset-[-4px] @max-[420px]:gap-x-3'
      }
      onClick={onGoTo}
    >
      <span className="text-second text-secondary" dir="auto">
        <VisibleText text={headerOf(question)} layout="line" />
        <span className="sr-only">
          <VisibleText text={firstLineOf(question.prompt)} layout="line" />
        </span>
      </span>
      <span className="min-w-0">
        {texts.length === 0 ? (
          <span className="block text-secondary">
            {isSkipped(card.draft, question) ? 'Skipped' : 'Not answered'}
          </span>
        ) : (
          <span className="line-clamp-6 font-medium whitespace-pre-line text-ink" dir="auto">
            {picks.map((label, index) => (
              <Fragment key={label}>
                {index > 0 && ', '}
                <OptionLabel label={label} />
              </Fragment>
            ))}
            {texts.length > picks.length && <VisibleText text={picks.length > 0 ? `, ${other}` : other} />}
          </span>
        )}
        {auto ? <span className="block text-second text-secondary">Chosen when the time ran out</span> : null}
        {note.trim() === '' ? null : (
          <span className="line-clamp-3 text-second whitespace-pre-line text-secondary" dir="auto">
            Note: {note}
          </span>
        )}
      </span>
      <span aria-hidden className="text-second font-medium text-secondary">
        {texts.length === 0 ? 'Answer' : 'Change'}
      </span>
    </button>
  );
}
