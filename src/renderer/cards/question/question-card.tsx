import { ArrowDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '../../ui/icon-button.tsx';
import { CardFrame } from '../card-frame.tsx';
import { cardAsText } from './card-as-text.ts';
import { intentsOf } from './card-intents.ts';
import { handleCardKey } from './card-keys.ts';
import { type AskPart, isCollapsed } from './card-state.ts';
import { CardStatus } from './card-status.tsx';
import { titleOf } from './card-words.ts';
import { CopyButton } from './copy-button.tsx';
import type { QuestionCardStore } from './question-card-store.ts';
import { SettledBody } from './settled-body.tsx';
import { WaitingBody } from './waiting-body.tsx';

type QuestionCardProps = {
  part: AskPart;
  /** Which of the chat's waiting cards this is, counted from 1; null for a card that has ended. */
  position: { index: number; of: number } | null;
  /** Holds what is not sent, for all cards of the window. */
  store: QuestionCardStore;
  /** Wants to see the next waiting card of the chat. */
  onNext(): void;
  /** A letter was typed while an option had the focus; it belongs into the composer, with the caret. */
  onTypeElsewhere(text: string): void;
};

/** An ask in the chat: to be answered while it waits, to be read when it has ended. */
export function QuestionCard({ part, position, store, onNext, onTypeElsewhere }: QuestionCardProps) {
  useStore(store.cards, (cards) => cards.get(part.toolCallId));
  const card = store.read(part);
  const { ask } = part;
  const { settlement } = ask;
  const intents = intentsOf(store, part);
  const collapsed = isCollapsed(card, ask);
  const waiting = settlement === null;
  const collapseButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!waiting) store.settled(part);
  }, [waiting, store, part]);

  function leave() {
    if (card.phase.type === 'giving-reason') return intents.closeDismissal();
    intents.setCollapsed(true);
    collapseButton.current?.focus();
  }

  return (
    <CardFrame
      name={`Questions from ${ask.asker}`}
      toolCallId={part.toolCallId}
      title={titleOf(ask)}
      status={<CardStatus ask={ask} draft={card.draft} />}
      waiting={waiting}
      collapsed={collapsed}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={(event) =>
        handleCardKey(event, { onSubmit: intents.submit, onEscape: leave, onTypeElsewhere })
      }
      actions={
        <>
          {waiting && position !== null && position.of > 1 ? (
            <Position index={position.index} of={position.of} onNext={onNext} />
          ) : null}
          <CopyButton text={() => cardAsText(ask, card.draft)} />
        </>
      }
    >
      {settlement === null ? (
        <WaitingBody questions={ask.questions} card={card} intents={intents} />
      ) : (
        <SettledBody
          questions={ask.questions}
          settlement={settlement}
          draft={card.draft}
          sentFromHere={card.phase.type === 'sending'}
        />
      )}
    </CardFrame>
  );
}

type PositionProps = { index: number; of: number; onNext(): void };

function Position({ index, of, onNext }: PositionProps) {
  return (
    <span className="flex items-center text-small whitespace-nowrap text-secondary tabular-nums">
      {index} of {of}
      <IconButton label="Next waiting card" icon={<ArrowDown aria-hidden />} onClick={onNext} />
    </span>
  );
}
