import { type KeyboardEvent, useRef } from 'react';
import { CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import { isComposing } from '../../ui/composing.ts';
import { useKeepInView } from '../use-keep-in-view.ts';
import { PreviewActions } from './preview-actions.tsx';
import { previewCardKind } from './preview-card-kind.ts';
import { isCollapsed } from './preview-card-state.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard } from '../store/use-card.ts';
import { type DiffView, PreviewFiles } from './preview-files.tsx';
import type { PreviewPart } from './preview-part.ts';
import { PreviewReasons } from './preview-reasons.tsx';
import { PreviewStatus } from './preview-status.tsx';
import { PreviewUnsent } from './preview-unsent.tsx';
import { usePreviewSettling } from './use-preview-settling.ts';

type PreviewCardProps = {
  part: PreviewPart;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  diffView: DiffView;
  onDiffView(view: DiffView): void;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
};

/** A staged change in the chat: to be decided while it waits, to be read when it has ended. */
export function PreviewCard({ part, position, store, diffView, onDiffView, onNext }: PreviewCardProps) {
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, previewCardKind, part);
  const waiting = action.ending === null;
  const deciding = waiting && action.decision === null;
  const collapseButton = usePreviewSettling(deciding, !waiting, intents);
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
      collapsed={isCollapsed(card, action)}
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
