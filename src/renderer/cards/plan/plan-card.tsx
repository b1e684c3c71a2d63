import '../../styles/plan.css';
import type { KeyboardEvent } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Absence } from '../absence.tsx';
import { CardFrame } from '../card-frame.tsx';
import { CardPosition } from '../card-position.tsx';
import { PreviewStatus } from '../preview/preview-status.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanBody } from './plan-body.tsx';
import { changedText, isCollapsed } from './plan-card-state.ts';
import { planCardKind } from './plan-card-kind.ts';
import type { CardStore } from '../store/card-store.ts';
import { useCard, useSettling } from '../store/use-card.ts';
import type { PlanPart } from './plan-part.ts';
import { PlanReasons } from './plan-reasons.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type PlanCardProps = {
  part: PlanPart;
  /** Number of this card among the chat's waiting cards, counted from 1; null for a card that no longer waits. */
  position: { index: number; of: number } | null;
  store: CardStore;
  /** Shows the next waiting card of the chat. */
  onNext(): void;
  /** Shows the plan as its file has it. */
  onOpen(): void;
};

/** A proposed plan in the chat: to be read, noted on, edited and decided; compact once it has ended. */
export function PlanCard({ part, position, store, onNext, onOpen }: PlanCardProps) {
  const { action, toolCallId } = part;
  const { card, intents } = useCard(store, planCardKind, part);
  const waiting = action.state.type !== 'ended';
  const deciding = action.state.type === 'open';
  const { collapseButton } = useSettling(deciding, !waiting, intents);

  /** In a field the keys belong to what is written there; no key decides, only the buttons do. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return;
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
          {action.asker !== undefined && (
            <span className="wrap-anywhere">
              from <VisibleText text={action.asker} layout="line" />
            </span>
          )}
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
      actions={<CopyButton label="Copy plan" text={() => changedText(card, part) ?? action.preview.plan} />}
      summary={
        <>
          {action.asker !== undefined && (
            <Absence asker={action.asker} presence={part.presence} waiting={waiting} what="decision" />
          )}
          {waiting ? null : (
            <PlanReasons action={action} onOpen={action.asker === undefined ? onOpen : null} />
          )}
        </>
      }
    >
      <PlanBody {...{ part, card, intents, deciding }} />
      {waiting ? <PlanReasons action={action} onOpen={null} /> : null}
      {deciding ? <PlanActions {...{ part, card, intents }} /> : null}
    </CardFrame>
  );
}
