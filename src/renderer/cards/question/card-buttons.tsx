import type { ReactNode } from 'react';
import type { Question } from '../../../shared/questions/question.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-button.tsx';
import type { QuestionIntents } from './question-card-kind.ts';
import type { QuestionCardState } from './question-card-state.ts';

type CardButtonsProps = {
  questions: readonly Question[];
  card: QuestionCardState;
  busy: boolean;
  inTabs: boolean;
  intents: QuestionIntents;
};

/** Buttons for the card as a whole; the likeliest step stands last. */
export function CardButtons({ questions, card, busy, inTabs, intents }: CardButtonsProps) {
  const question = inTabs ? questions[card.tab] : undefined;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-end gap-2 max-[30rem]:gap-1.5">
      <div className="me-auto flex items-center">
        <Button
          look="quiet"
          className="-ms-3 text-secondary forced-colors:ms-0"
          aria-disabled={busy}
          onClick={intents.openDismissal}
        >
          Dismiss
        </Button>
        <span role="status" className="text-secondary not-empty:ms-2">
          {busy ? 'Sending…' : ''}
        </span>
      </div>
      {inTabs && card.tab > 0 ? <Step onClick={() => intents.goTo(card.tab - 1)}>Back</Step> : null}
      {question === undefined ? (
        <DecidingButton
          look="primary"
          className="forced-color-adjust-none"
          off={busy}
          onClick={intents.submit}
        >
          Submit answers
        </DecidingButton>
      ) : (
        <>
          <Step onClick={() => intents.skip(question)}>Skip</Step>
          <Step onClick={() => intents.goTo(card.tab + 1)}>Next</Step>
        </>
      )}
    </div>
  );
}

function Step({ children, onClick }: { children: ReactNode; onClick(): void }) {
  return <Button onClick={onClick}>{children}</Button>;
}
