import type { WorkspaceId } from '../../../shared/ids.ts';
import type { CustomPart } from '../../cards/custom/custom-card-kind.ts';
import { CustomCard } from '../../cards/custom/custom-card.tsx';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useParley } from '../../parley-context.tsx';

type CustomCallProps = {
  workspaceId: WorkspaceId;
  part: CustomPart;
  nth: number;
  position: { index: number; of: number } | null;
  onNext(): void;
};

export function CustomCall({ workspaceId, ...props }: CustomCallProps) {
  const { cardsOf, afterDecision } = useParley();
  return <CustomCard {...props} store={cardsOf(workspaceId, createCardStore)} onDecided={afterDecision} />;
}
