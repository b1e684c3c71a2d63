import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { CardFrame } from '../card-frame.tsx';
import { cardAsText } from './words/card-as-text.ts';
import { intentsOf } from './state/card-intents.ts';
import { type AskPart, isCollapsed, isDismissed } from './state/card-state.ts';
import { CardPosition } from '../card-position.tsx';
import { CardStatus } from './card-status.tsx';
import { CardSummary } from './card-summary.tsx';
import { titleOf } from './words/card-words.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { foldingOf } from './state/folding.ts';
import type { QuestionCardStore } from './state/question-card-store.ts';
import { SettledBody } from './settled/settled-body.tsx';
import { useCardKeys } from './keys/use-card-keys.ts';
import { useSettling } from './state/use-settling.ts';
import { WaitingBody } from './waiting-body.tsx';

const KeysHelp = lazy(async () => ({ default: (await import('./keys/keys-help.tsx')).KeysHelp }));

type QuestionCardProps = {
  part: AskPart;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that has ended. */
  position: { index: number; of: number } | null;
  /** Holds what is not sent, for all cards of the window. */
  store: QuestionCardStore;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** A letter was typed while an option had the focus; it belongs into the composer, with the caret. */
  onTypeElsewhere(text: string): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** An ask in the chat: to be answered while it waits, to be read when it has ended. */
export function QuestionCard({
  part,
  position,
  store,
  onNext,
  onTypeElsewhere,
  onDecided,
}: QuestionCardProps) {
  useStore(store.cards, (cards) => cards.get(part.toolCallId));
  const card = store.read(part);
  const { ask } = part;
  const { settlement } = ask;
  const intents = intentsOf(store, part);
  const waiting = settlement === null;
  const { collapseButton, tookFocusAlong, settledHere } = useSettling(part, store, onDecided);
  const [helpShown, setHelpShown] = useState(false);
  const onHelp = () => setHelpShown(true);
  const keys = useCardKeys({ ask, card, intents, collapseButton, onHelp, onTypeElsewhere });

  return (
    <>
      <CardFrame
        name={`Questions from ${ask.asker}`}
        toolCallId={part.toolCallId}
        title={titleOf(ask)}
        status={
          <>
            <CardStatus ask={ask} card={card} />
            {waiting && position !== null && position.of > 1 ? (
              <CardPosition {...position} onNext={onNext} />
            ) : null}
          </>
        }
        waiting={waiting}
        calling={waiting && !isDismissed(card)}
        collapsed={isCollapsed(card, ask)}
        collapseButton={collapseButton}
        onCollapsedChange={intents.setCollapsed}
        onKeyDown={keys.onKeyDown}
        onClick={intents.stopCountdown}
        summary={<CardSummary part={part} folding={foldingOf(card, intents)} />}
        actions={<CopyButton text={() => cardAsText(ask, card.draft)} />}
      >
        {settlement === null ? (
          <WaitingBody {...{ keys, ask, card, intents, tookFocusAlong, onHelp }} />
        ) : (
          <SettledBody
            questions={ask.questions}
            settlement={settlement}
            draft={card.draft}
            sentFromHere={card.phase.type === 'sending'}
            arriving={settledHere}
            folding={foldingOf(card, intents)}
          />
        )}
      </CardFrame>
      <Suspense>{helpShown && <KeysHelp onClose={() => setHelpShown(false)} />}</Suspense>
    </>
  );
}
