import { type RefObject, useLayoutEffect } from 'react';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { Absence } from '../absence.tsx';
import { useKeepInView } from '../use-keep-in-view.ts';
import { QuestionFoot } from './card-foot.tsx';
import { HeaderChip } from './header-chip.tsx';
import type { CardKeyboard } from './keys/use-card-keys.ts';
import type { QuestionIntents } from './question-card-kind.ts';
import { canEdit, hasTabs, type QuestionCardState } from './question-card-state.ts';
import { QuestionPanel } from './question-panel.tsx';
import { QuestionTabs } from './question-tabs.tsx';

type WaitingBodyProps = {
  ask: Ask;
  card: QuestionCardState;
  intents: QuestionIntents;
  keys: CardKeyboard;
  /** Set to whether the focus was in here when this went away. */
  tookFocusAlong: RefObject<boolean>;
  /** Shows the keys. */
  onHelp(): void;
};

/** The inside of a card that waits for the person. */
export function WaitingBody({ ask, card, intents, keys, tookFocusAlong, onHelp }: WaitingBodyProps) {
  const { body } = keys;
  const { questions, asker, presence } = ask;
  useKeepInView(body, card.tab);

  useLayoutEffect(() => {
    const element = body.current;
    return () => {
      tookFocusAlong.current = element?.contains(document.activeElement) === true;
    };
  }, [body, tookFocusAlong]);

  const [first] = questions;
  const inTabs = hasTabs(questions) || first === undefined;
  const shared = { card, busy: !canEdit(card), intents };
  const submitIfAnswered = () => first !== undefined && isAnswered(card.draft, first) && keys.onSubmit();
  return (
    <div ref={body} data-arming={keys.arming || undefined} className="scroll-mt-2 rounded-b-[inherit]">
      {inTabs ? (
        <QuestionTabs questions={questions} {...shared} />
      ) : (
        <>
          <HeaderChip question={first} />
          <QuestionPanel question={first} {...shared} onGoOn={submitIfAnswered} />
        </>
      )}
      <Absence {...{ asker, presence }} waiting what="answer" />
      <QuestionFoot {...{ ask, card, inTabs, intents, onHelp }} />
    </div>
  );
}
