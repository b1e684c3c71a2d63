import { type RefObject, Suspense, useLayoutEffect, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { CardFrame } from '../card-frame.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { CardHeadActions, CardIcon, cardLine, CardMeta, CardSummary } from './card-head.tsx';
import { type CardKeyboard, useCardKeys } from './keys/use-card-keys.ts';
import { isCollapsed } from '../store/card-kind.ts';
import { questionCardKind } from './question-card-kind.ts';
import type { QuestionIntents } from './question-intents.ts';
import {
  type AskPart,
  canEdit,
  hasTabs,
  isDismissed,
  type QuestionCardState,
} from './question-card-state.ts';
import { foldingOf } from './words/folded-text.tsx';
import { statusOf, titleOf } from './words/card-words.ts';
import { isAnswered } from '../../../shared/questions/answer-draft.ts';
import type { Ask } from '../../../shared/transcript/transcript.ts';
import { Absence } from '../absence.tsx';
import { useKeepInView } from '../reveal-card.ts';
import { QuestionFoot } from './card-foot.tsx';
import { HeaderChip, QuestionPanel } from './question-panel.tsx';
import { QuestionTabs } from './question-tabs.tsx';

const KeysHelp = lazyPart(async () => (await import('./keys/keys-help.tsx')).KeysHelp);

const SettledBody = lazyPart(async () => (await import('./settled/settled-body.tsx')).SettledBody);

type QuestionCardProps = {
  part: AskPart;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that has ended. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** A letter was typed while an option had the focus; it belongs into the composer, with the caret. */
  onTypeElsewhere(text: string): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** An ask in the chat: to be answered while it waits, to be read when it has ended. */
export function QuestionCard({ part, position, store, onNext, ...rest }: QuestionCardProps) {
  const { onTypeElsewhere, onDecided } = rest;
  const { card, intents } = useCard(store, questionCardKind, part);
  const { ask } = part;
  const { settlement } = ask;
  const waiting = settlement === null;
  const settling = { deciding: waiting, ended: !waiting, intents, onDecided };
  const { collapseButton, tookFocusAlong } = useSettling(settling);
  // True if the ask ended while its card was visible, or nearly.
  const [waitedHere] = useState(waiting);
  const [helpShown, setHelpShown] = useState(false);
  const onHelp = () => setHelpShown(true);
  const collapsed = isCollapsed(card, !waiting);
  const keys = useCardKeys({ ask, card, intents, collapseButton, onHelp, onTypeElsewhere });

  return (
    <>
      <CardFrame
        name={`Questions from ${ask.asker}`}
        toolCallId={part.toolCallId}
        icon={<CardIcon ask={ask} card={card} />}
        title={titleOf(ask)}
        status={statusOf(settlement, isDismissed(card))}
        meta={waiting && !hasTabs(ask.questions) ? undefined : <CardMeta ask={ask} card={card} />}
        line={cardLine(part, card, intents)}
        flush
        waiting={waiting}
        calling={waiting && !isDismissed(card)}
        collapsed={collapsed || (waiting && isDismissed(card))}
        collapseButton={collapseButton}
        onCollapsedChange={intents.setCollapsed}
        onKeyDown={keys.onKeyDown}
        onClick={intents.stopCountdown}
        summary={<CardSummary part={part} collapsed={collapsed} folding={foldingOf(card, intents)} />}
        actions={<CardHeadActions {...{ ask, card, position, onNext }} />}
      >
        {settlement === null ? (
          <WaitingBody {...{ keys, ask, card, intents, tookFocusAlong, onHelp }} />
        ) : (
          <Suspense>
            <SettledBody
              questions={ask.questions}
              settlement={settlement}
              draft={card.draft}
              sentFromHere={card.phase.type !== 'open' && card.phase.call === 'submit'}
              arriving={waitedHere}
              folding={foldingOf(card, intents)}
            />
          </Suspense>
        )}
      </CardFrame>
      <Suspense>{helpShown && <KeysHelp onClose={() => setHelpShown(false)} />}</Suspense>
    </>
  );
}

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
function WaitingBody({ ask, card, intents, keys, tookFocusAlong, onHelp }: WaitingBodyProps) {
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
