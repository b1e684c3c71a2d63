import { Keyboard } from 'lucide-react';
import { type RefObject, useLayoutEffect } from 'react';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { useKeepInView } from '../use-keep-in-view.ts';
import { CardButtons } from './card-buttons.tsx';
import { Countdown } from './countdown.tsx';
import { DismissForm, Dismissing } from './dismissal.tsx';
import { HeaderChip } from './header-chip.tsx';
import type { CardKeyboard } from './keys/use-card-keys.ts';
import type { QuestionIntents } from './question-card-kind.ts';
import { canEdit, deadlineOf, hasTabs, isDismissed, type QuestionCardState } from './question-card-state.ts';
import { QuestionPanel } from './question-panel.tsx';
import { QuestionTabs } from './question-tabs.tsx';
import { otherWayToAnswer } from './words/card-words.ts';

/** Leads to the keys where there is a keyboard to be expected. */
function KeysButton({ onOpen }: { onOpen(): void }) {
  return (
    <IconButton
      label="Keys"
      aria-keyshortcuts="?"
      className="-my-1.5 -me-2 pointer-coarse:hidden"
      icon={<Keyboard aria-hidden />}
      onClick={onOpen}
    />
  );
}

type WaitingBodyProps = AnsweringProps & {
  /** Set to whether the focus was in here when this went away. */
  tookFocusAlong: RefObject<boolean>;
};

/** The inside of a card that waits for the person. */
export function WaitingBody({ tookFocusAlong, ...answering }: WaitingBodyProps) {
  const { card, intents, keys } = answering;
  const { body } = keys;
  useKeepInView(body, card.tab);

  useLayoutEffect(() => {
    const element = body.current;
    return () => {
      tookFocusAlong.current = element?.contains(document.activeElement) === true;
    };
  }, [body, tookFocusAlong]);

  return (
    <div ref={body} data-arming={keys.arming || undefined} className="scroll-mt-2">
      {isDismissed(card) ? (
        <Dismissing
          reason={card.reason}
          undoable={card.phase.type === 'undoable'}
          onUndo={intents.undoDismissal}
        />
      ) : (
        <Answering {...answering} />
      )}
    </div>
  );
}

type AnsweringProps = {
  ask: Ask;
  card: QuestionCardState;
  intents: QuestionIntents;
  keys: CardKeyboard;
  /** Shows the keys. */
  onHelp(): void;
};

function Answering({ ask, card, intents, keys, onHelp }: AnsweringProps) {
  const { questions } = ask;
  const deadline = deadlineOf(card, ask);
  const { draft, failure, givingReason } = card;
  const [first] = questions;
  const inTabs = hasTabs(questions) || first === undefined;
  const shared = { card, busy: !canEdit(card), intents };
  const submitIfAnswered = () => first !== undefined && isAnswered(draft, first) && keys.onSubmit();
  return (
    <>
      {inTabs ? (
        <QuestionTabs questions={questions} {...shared} />
      ) : (
        <>
          <HeaderChip question={first} />
          <QuestionPanel question={first} {...shared} onGoOn={submitIfAnswered} />
        </>
      )}
      {deadline === null ? null : <Countdown deadline={deadline} onStop={intents.stopCountdown} />}
      {failure !== null ? (
        <div className="mt-4">
          <ProblemLine>{failure}</ProblemLine>
        </div>
      ) : null}
      {givingReason ? (
        <DismissForm reason={card.reason} intents={intents} />
      ) : (
        <CardButtons questions={questions} inTabs={inTabs} {...shared} />
      )}
      <div className="mt-3 flex items-center gap-2 text-small text-secondary">
        <p className="min-w-0 flex-1 wrap-anywhere">{otherWayToAnswer(ask)}</p>
        <KeysButton onOpen={onHelp} />
      </div>
    </>
  );
}
