import * as Tabs from '@radix-ui/react-tabs';
import { Check } from 'lucide-react';
import { Fragment, type ReactElement, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { draftOf, isAnswered, isSkipped } from '../../../shared/questions/answers.ts';
import { shownLabel } from '../../../shared/questions/recommended-label.ts';
import type { Question, QuestionDraft } from '../../../shared/questions/questions.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { useFocusIfFree } from '../reveal-card.ts';
import type { QuestionCardState, QuestionIntents } from './question-card-kind.ts';
import { QuestionPanel } from './question-panel.tsx';
import { headerOf } from '../../../shared/questions/question-text.ts';
import { firstLineOf } from './prompt.ts';

type QuestionTabsProps = {
  questions: readonly Question[];
  card: QuestionCardState;
  busy: boolean;
  intents: QuestionIntents;
};

const tab =
  'inline-flex min-h-(--option) pointer-coarse:min-h-(--hit-touch) forced-color-adjust-none max-w-full min-w-8 pointer-coarse:min-w-11 items-center ' +
  'gap-1.25 border-b-2 border-transparent pt-0.5 text-second font-medium text-secondary hover:text-ink ' +
  'focus-visible:rounded-control focus-visible:outline-offset-[-4px] data-[state=active]:border-ink data-[state=active]:text-ink';

/** A tab a question, and Review as the last. */
export function QuestionTabs({ questions, card, busy, intents }: QuestionTabsProps) {
  const { draft } = card;
  const answeredId = useId();
  const panels = useRef<HTMLDivElement>(null);
  useSteadyHeight(panels);
  const answered = questions.filter((question) => isAnswered(draft, question));
  return (
    <Tabs.Root value={String(card.tab)} onValueChange={(value) => intents.goTo(Number(value))}>
      <div className="border-b border-hairline px-4">
        <Tabs.List
          aria-label="Questions"
          className="-mb-px flex min-w-0 flex-wrap gap-x-5 @max-[420px]:gap-x-3.5"
        >
          {questions.map((question, index) => (
            <QuestionTab
              key={question.id}
              value={String(index)}
              header={headerOf(question)}
              answeredId={answered.includes(question) ? answeredId : undefined}
            />
          ))}
          <Tabs.Trigger value={String(questions.length)} className={tab}>
            Review
          </Tabs.Trigger>
        </Tabs.List>
        <span id={answeredId} hidden>
          answered
        </span>
      </div>
      <div ref={panels}>
        {questions.map((question, index) => (
          <Tabs.Content
            key={question.id}
            value={String(index)}
            tabIndex={-1}
            className="outline-none fade-in"
          >
            <QuestionPanel
              question={question}
              card={card}
              busy={busy}
              intents={intents}
              onGoOn={() => intents.goTo(index + 1)}
            />
          </Tabs.Content>
        ))}
        <Tabs.Content value={String(questions.length)} tabIndex={-1} className="outline-none fade-in">
          <ReviewPanel questions={questions} card={card} onGoTo={intents.goTo} />
        </Tabs.Content>
      </div>
    </Tabs.Root>
  );
}

/** Up to this height the room of a taller tab is kept for the others; in CSS pixels. */
const steadyHeight = 360;

/** The buttons below stay where they are while tabs change: what a tab took is kept until the width changes. */
function useSteadyHeight(panels: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panels.current;
    if (element === null) return;
    let width = element.clientWidth;
    let most = 0;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== width) most = 0;
      width = element.clientWidth;
      const shown = element.querySelector('[role=tabpanel][data-state=active]')?.scrollHeight ?? 0;
      most = Math.min(steadyHeight, Math.max(most, shown));
      element.style.minHeight = `${most}px`;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [panels]);
}

type QuestionTabProps = { value: string; header: string; answeredId: string | undefined };

function QuestionTab({ value, header, answeredId }: QuestionTabProps) {
  return (
    <Tabs.Trigger value={value} aria-describedby={answeredId} className={tab}>
      <span className="max-w-40 truncate" title={visibleText(header, 'line')} dir="auto">
        <VisibleText text={header} layout="line" />
      </span>
      {answeredId === undefined ? null : <Check aria-hidden className="size-3.5 shrink-0 text-tertiary" />}
    </Tabs.Trigger>
  );
}

type StepsProps = {
  /** The question that is shown; undefined on Review. */
  question: Question | undefined;
  card: QuestionCardState;
  busy: boolean;
  intents: QuestionIntents;
};

/** Between the questions of a card; on Review, where there is no question, it submits. */
export function Steps({ question, card, busy, intents }: StepsProps) {
  const goOn = (from: Question) =>
    isAnswered(card.draft, from) ? intents.goTo(card.tab + 1) : intents.skip(from);
  return (
    <>
      {card.tab > 0 && <Button onClick={() => intents.goTo(card.tab - 1)}>Back</Button>}
      {question === undefined ? (
        <DecidingButton look="primary" off={busy} onClick={intents.submit}>
          Submit answers
        </DecidingButton>
      ) : (
        <Button
          look={isAnswered(card.draft, question) ? 'primary' : 'secondary'}
          onClick={() => goOn(question)}
        >
          Next
        </Button>
      )}
    </>
  );
}

type ReviewPanelProps = {
  questions: readonly Question[];
  card: QuestionCardState;
  onGoTo(tab: number): void;
};

/** Every question with what would be sent; a click goes back to it. */
function ReviewPanel({ questions, card, onGoTo }: ReviewPanelProps) {
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
  const entry = draftOf(card.draft, question.id);
  const { note, auto } = entry;
  const answered = isAnswered(card.draft, question);
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
        {!answered ? (
          <span className="block text-secondary">
            {isSkipped(card.draft, question) ? 'Skipped' : 'Not answered'}
          </span>
        ) : (
          <span className="line-clamp-6 font-medium whitespace-pre-line text-ink" dir="auto">
            <EnteredAnswer question={question} entry={entry} />
          </span>
        )}
        {auto ? <span className="block text-second text-secondary">Chosen when time ran out</span> : null}
        {note.trim() === '' ? null : (
          <span className="line-clamp-3 text-second whitespace-pre-line text-secondary" dir="auto">
            Note: {note}
          </span>
        )}
      </span>
      <span aria-hidden className="text-second font-medium text-secondary">
        {answered ? 'Change' : 'Answer'}
      </span>
    </button>
  );
}

/** What would be sent of an answered question, in one text. */
function EnteredAnswer({ question, entry }: { question: Question; entry: QuestionDraft }): ReactElement {
  const { picks, otherChosen, other } = entry;
  switch (question.kind) {
    case 'choice':
    case 'yesno':
      return (
        <>
          {picks.map((label, index) => (
            <Fragment key={label}>
              {index > 0 && ', '}
              <VisibleText text={shownLabel(label)} />
            </Fragment>
          ))}
          {otherChosen && other.trim() !== '' && (
            <VisibleText text={picks.length > 0 ? `, ${other}` : other} />
          )}
        </>
      );
    case 'text':
      return <VisibleText text={other} />;
  }
}
