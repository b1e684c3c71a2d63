import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { CardFrame } from '../card-frame.tsx';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import { CardHeadActions, CardIcon, cardLine, CardMeta, CardSummary } from './card-head.tsx';
import { useCardKeys } from './keys/use-card-keys.ts';
import { questionCardKind } from './question-card-kind.ts';
import { type AskPart, hasTabs, isCollapsed, isDismissed } from './question-card-state.ts';
import { foldingOf } from './words/folded-text.tsx';
import { WaitingBody } from './waiting-body.tsx';
import { statusOf, titleOf } from './words/card-words.ts';

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
  const collapsed = isCollapsed(card, ask);
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
