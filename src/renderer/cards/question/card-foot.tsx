import { use } from 'react';
import { Keyboard } from 'lucide-react';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardAgentContext } from '../absence.tsx';
import { CardFoot } from '../card-frame.tsx';
import { Countdown } from './countdown.tsx';
import { DismissForm } from './dismissal.tsx';
import type { QuestionIntents } from './question-intents.ts';
import { canEdit, canSubmit, deadlineOf, type QuestionCardState } from './question-card-state.ts';
import { otherWayToAnswer, unansweredText } from './words/card-words.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Steps } from './question-tabs.tsx';

type QuestionFootProps = {
  ask: Ask;
  card: QuestionCardState;
  inTabs: boolean;
  intents: QuestionIntents;
  /** Shows the keys. */
  onHelp(): void;
};

/** The buttons that send or dismiss the questions, and the time left for it; below a card of little width, what else can be done. */
export function QuestionFoot({ ask, card, inTabs, intents, onHelp }: QuestionFootProps) {
  const busy = !canEdit(card);
  const deadline = deadlineOf(card, ask);
  const note = footNote(ask, card, inTabs);
  const hasRoom = deadline === null && note === '';
  const { takesReplies } = use(CardAgentContext);
  const otherWay = <VisibleText text={otherWayToAnswer(ask, takesReplies)} layout="line" />;
  return (
    <>
      <p
        className={`px-4 pb-3 text-small wrap-anywhere text-tertiary ${hasRoom ? '@min-[640px]:hidden' : ''}`}
      >
        {otherWay}
      </p>
      <CardFoot>
        {card.failure !== null && (
          <div className="basis-full ps-2.5">
            <ProblemLine>{card.failure}</ProblemLine>
          </div>
        )}
        {card.givingReason ? (
          <DismissForm reason={card.reason} intents={intents} />
        ) : (
          <>
            <Button look="quiet" aria-disabled={busy} onClick={intents.openDismissal}>
              Dismiss
            </Button>
            {deadline !== null && <Countdown deadline={deadline} onStop={intents.stopCountdown} />}
            <span role="status" className="text-small text-tertiary">
              {busy ? 'Sending…' : ''}
            </span>
            {!busy && note !== '' && <span className="text-small text-tertiary">{note}</span>}
            {!busy && hasRoom && (
              <span className="min-w-0 flex-1 text-small wrap-anywhere text-tertiary @max-[639px]:hidden">
                {otherWay}
              </span>
            )}
            <CardButtons {...{ card, busy, inTabs, intents, onHelp }} questions={ask.questions} />
          </>
        )}
      </CardFoot>
    </>
  );
}

/** Says on Review what is left open. */
function footNote({ questions }: Ask, { draft, tab }: QuestionCardState, inTabs: boolean): string {
  const open = questions.filter((question) => !isAnswered(draft, question)).length;
  return inTabs && tab === questions.length && open > 0 ? unansweredText(open) : '';
}

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
function CardButtons({ onHelp, ...props }: CardButtonsProps) {
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
