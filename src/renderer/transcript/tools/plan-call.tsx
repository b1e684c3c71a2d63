import type { WorkspaceId } from '../../../shared/ids.ts';
import { PlanCard } from '../../cards/plan/plan-card.tsx';
import { fitsOnCard, type PlanPart } from '../../cards/plan/plan-card-kind.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useAgentName, useParley, useView } from '../../parley-context.tsx';
import { openPane } from '../../state/view-store.ts';
import { useOpensBeside } from './use-opens-beside.ts';

type PlanCallProps = {
  workspaceId: WorkspaceId;
  part: PlanPart;
  nth: number;
  position: { index: number; of: number } | null;
  onNext(): void;
};

export function PlanCall({ workspaceId, part, nth, position, onNext }: PlanCallProps) {
  const { cardsOf, view, afterDecision } = useParley();
  const { id: actionId } = part.action;
  const { toolCallId } = part;
  const agent = useAgentName(workspaceId);
  const paneOpen = useView(({ pane }) => pane?.type === 'preview' && pane.toolCallId === toolCallId);
  useOpensBeside({
    workspaceId,
    toolCallId,
    action: part.action,
    isCut: !fitsOnCard(part.action.preview.plan),
  });
  return (
    <PlanCard
      {...{ part, nth, agent, position, onNext, paneOpen }}
      store={cardsOf(workspaceId, createCardStore)}
      onDecided={afterDecision}
      onRead={() => openPane(view, { type: 'preview', workspaceId, toolCallId })}
      onOpen={() => view.setState({ shownPlan: { workspaceId, actionId } })}
    />
  );
}
