import * as Tabs from '@radix-ui/react-tabs';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import type { QuestionIntents } from './question-card-kind.ts';
import type { QuestionCardState } from './question-card-state.ts';
import { headerOf } from './words/card-words.ts';
import { QuestionPanel } from './question-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { visibleText } from '../../../shared/hidden-characters.ts';

type QuestionTabsProps = {
  questions: readonly Question[];
  card: QuestionCardState;
  busy: boolean;
  intents: QuestionIntents;
};

const tab =
  'hit inline-flex forced-color-adjust-none max-w-full min-w-0 items-center justify-center gap-1 pointer-coarse:min-w-11 border-b-2 border-transparent px-2.5 max-[30rem]:gap-0.5 max-[30rem]:px-1.5 text-secondary ' +
  'text-second hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink';

/** A tab a question, and Review as the last. */
export function QuestionTabs({ questions, card, busy, intents }: QuestionTabsProps) {
  const { draft } = card;
  const answeredId = useId();
  const answered = questions.filter((question) => isAnswered(draft, question));
  return (
    <Tabs.Root value={String(card.tab)} onValueChange={(value) => intents.goTo(Number(value))}>
      <div className="-mx-2.5 mb-4 max-[30rem]:-mx-1.5 border-b border-hairline">
        <Tabs.List aria-label="Questions" className="-mb-px flex min-w-0 flex-wrap">
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
      {questions.map((question, index) => (
        <Tabs.Content key={question.id} value={String(index)} tabIndex={-1} className="outline-none fade-in">
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
    </Tabs.Root>
  );
}

type QuestionTabProps = { value: string; header: string; answeredId: string | undefined };

function QuestionTab({ value, header, answeredId }: QuestionTabProps) {
  return (
    <Tabs.Trigger value={value} aria-describedby={answeredId} className={tab}>
      <span className="max-w-40 truncate" title={visibleText(header, 'line')} dir="auto">
        <VisibleText text={header} layout="line" />
      </span>
      {answeredId === undefined ? null : <Check aria-hidden className="size-3.5 shrink-0 text-secondary" />}
    </Tabs.Trigger>
  );
}
