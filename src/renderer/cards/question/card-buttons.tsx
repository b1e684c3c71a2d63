import { Keyboard } from 'lucide-react';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { QuestionIntents } from './question-card-kind.ts';
import { canSubmit, type QuestionCardState } from './question-card-state.ts';

type CardButtonsProps = {
  questions: readonly Question[];
  card: QuestionCardState;
  busy: boolean;
  inTabs: boolean;
  intents: QuestionIntents;
  /** Shows the keys. */
  onHelp(): void;
};

/** Buttons for the card as a whole, after `Dismiss`; the likeliest step stands last. */
export function CardButtons({ onHelp, ...props }: CardButtonsProps) {
  const { questions, card, inTabs } = props;
  const question = questions[card.tab];
  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
      <KeysButton onOpen={onHelp} />
      {inTabs ? <Steps {...props} question={question} /> : <Only {...props} />}
    </div>
  );
}

type OnlyProps = Omit<CardButtonsProps, 'onHelp'>;

type StepsProps = OnlyProps & { question: Question | undefined };

/** Between the questions of a card; on Review, where there is no question, it submits. */
function Steps({ question, card, busy, intents }: StepsProps) {
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

/** Of a card with one question, which is answered or left open. */
function Only({ questions, card, busy, intents }: OnlyProps) {
  return (
    <>
      <DecidingButton off={busy} onClick={intents.skipAll}>
        Skip
      </DecidingButton>
      <DecidingButton look="primary" off={busy || !canSubmit(card, questions)} onClick={intents.submit}>
        Submit answers
      </DecidingButton>
    </>
  );
}

/** Leads to the keys where there is a keyboard to be expected. */
function KeysButton({ onOpen }: { onOpen(): void }) {
  return (
    <IconButton
      label="Keys"
      aria-keyshortcuts="?"
      className="pointer-coarse:hidden"
      icon={<Keyboard aria-hidden />}
      onClick={onOpen}
    />
  );
}
