import { type KeyboardEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import { isComposing } from '../../ui/composing.ts';
import { useKeepInView } from '../use-keep-in-view.ts';
import { PreviewActions } from './preview-actions.tsx';
import type { PreviewCardStore } from './preview-card-store.ts';
import { type DiffView, PreviewFiles } from './preview-files.tsx';
import { intentsOf } from './preview-intents.ts';
import type { PreviewPart } from './preview-part.ts';
import { PreviewReasons } from './preview-reasons.tsx';
import { PreviewStatus } from './preview-status.tsx';
import { PreviewUnsent } from './preview-unsent.tsx';
import { usePreviewSettling } from './use-preview-settling.ts';

type PreviewCardProps = {
  part: PreviewPart;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: PreviewCardStore;
  diffView: DiffView;
  onDiffView(view: DiffView): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Takes the focus that was in the card when it was decided; false where it stays in the card. */
  onDecided(): boolean;
};

/** A staged change in the chat: to be decided while it waits, to be read when it has ended. */
export function PreviewCard({
  part,
  position,
  store,
  diffView,
  onDiffView,
  onNext,
  onDecided,
}: PreviewCardProps) {
  const { action, toolCallId } = part;
  useStore(store.cards, (cards) => cards.get(action.id));
  const card = store.read(part);
  const intents = intentsOf(store, part);
  const waiting = action.ending === null;
  const deciding = waiting && action.decision === null;
  const collapseButton = usePreviewSettling(action, intents, onDecided);
  const body = useRef<HTMLDivElement>(null);
  useKeepInView(body, card.field === null ? 0 : 1);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return;
    intents.setCollapsed(true);
    collapseButton.current?.focus({ preventScroll: true });
  }

  return (
    <CardFrame
      name={`Preview: ${action.label}`}
      toolCallId={toolCallId}
      title={action.label}
      status={
        <>
          <PreviewStatus action={action} />
          {position !== null && position.of > 1 ? <CardPosition {...position} onNext={onNext} /> : null}
        </>
      }
      waiting={waiting}
      calling={deciding}
      collapsed={card.collapsed ?? action.ending?.type === 'superseded'}
      collapseButton={collapseButton}
      onCollapsedChange={intents.setCollapsed}
      onKeyDown={onKeyDown}
    >
      <PreviewFiles {...{ action, card, intents, diffView, onDiffView }} />
      <div ref={body} className="scroll-my-2">
        <PreviewReasons action={action} />
        {waiting ? null : <PreviewUnsent card={card} />}
        <PreviewActions {...{ action, card, intents }} />
      </div>
    </CardFrame>
  );
}
