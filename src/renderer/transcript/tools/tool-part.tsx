import { lazy, Suspense } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { PlainCard } from '../../cards/plain-card.tsx';
import { isPlan } from '../../cards/plan/plan-part.ts';
import { PreviewPlace } from '../../cards/preview/preview-place.tsx';
import { isPreview } from '../../cards/preview/preview-part.ts';
import type { AskPart } from '../../cards/question/state/card-state.ts';
import { QuestionCard } from '../../cards/question/question-card.tsx';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { ToolCalls } from './tool-calls.tsx';

const PreviewCall = lazy(async () => ({ default: (await import('./preview-call.tsx')).PreviewCall }));
const PlanCall = lazy(async () => ({ default: (await import('./plan-call.tsx')).PlanCall }));

type ToolCardProps = {
  id: string;
  workspaceId: WorkspaceId;
  part: ToolPart;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/**
 * The face of one call that asks or stages a change: its card, or a line while it has none. The cards
 * of previews are fetched when the first one comes.
 */
export function ToolCard({ id, workspaceId, part, position, onNext }: ToolCardProps) {
  const { cardsOf, typeElsewhere } = useParley();
  if (isPreview(part) || isPlan(part)) {
    return (
      <Suspense fallback={<PreviewPlace part={part} />}>
        {isPreview(part) ? (
          <PreviewCall {...{ workspaceId, part, position, onNext }} />
        ) : (
          <PlanCall {...{ workspaceId, part, position, onNext }} />
        )}
      </Suspense>
    );
  }
  if (isAsk(part)) {
    return (
      <QuestionCard
        part={part}
        position={position}
        store={cardsOf(workspaceId)}
        onNext={onNext}
        onTypeElsewhere={(text) => typeElsewhere(workspaceId, text)}
      />
    );
  }
  return <ToolCalls id={id} calls={[part]} />;
}

/** Calls that were refused before anybody was asked. */
export function RefusedCard({ id, calls }: { id: string; calls: readonly ToolPart[] }) {
  const { view } = useParley();
  const open = useView(({ opened }) => opened.has(id));
  return <PlainCard calls={calls} open={open} onOpenChange={() => toggleOpened(view, id)} />;
}

function isAsk(part: ToolPart): part is AskPart {
  return part.ask !== null;
}
