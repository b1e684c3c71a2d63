import type { WorkspaceId } from '../../../shared/ids.ts';
import { PlanCard } from '../../cards/plan/plan-card.tsx';
import { createPlanCardStore } from '../../cards/plan/plan-card-store.ts';
import type { PlanPart } from '../../cards/plan/plan-part.ts';
import { useParley } from '../../parley-context.tsx';

type PlanCallProps = {
  workspaceId: WorkspaceId;
  part: PlanPart;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** A proposed plan. */
export function PlanCall({ workspaceId, part, position, onNext }: PlanCallProps) {
  const { plansOf, view, requestCaret } = useParley();
  const { id: actionId } = part.action;
  return (
    <PlanCard
      {...{ part, position, onNext }}
      store={plansOf(workspaceId, createPlanCardStore)}
      onDecided={requestCaret}
      onOpen={() => view.setState({ shownPlan: { workspaceId, actionId } })}
    />
  );
}
