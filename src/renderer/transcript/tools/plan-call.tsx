import type { WorkspaceId } from '../../../shared/ids.ts';
import { PlanCard } from '../../cards/plan/plan-card.tsx';
import type { PlanPart } from '../../cards/plan/plan-part.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useParley } from '../../parley-context.tsx';

type PlanCallProps = {
  workspaceId: WorkspaceId;
  part: PlanPart;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** A proposed plan. */
export function PlanCall({ workspaceId, part, position, onNext }: PlanCallProps) {
  const { cardsOf, view } = useParley();
  const { id: actionId } = part.action;
  return (
    <PlanCard
      {...{ part, position, onNext }}
      store={cardsOf(workspaceId, createCardStore)}
      onOpen={() => view.setState({ shownPlan: { workspaceId, actionId } })}
    />
  );
}
