import { lazy, Suspense } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { PlainCard } from '../../cards/plain-card.tsx';
import { isPlan, type PlanPart } from '../../cards/plan/plan-part.ts';
import { PreviewCard } from '../../cards/preview/preview-card.tsx';
import { isPreview } from '../../cards/preview/preview-part.ts';
import type { AskPart } from '../../cards/question/card-state.ts';
import { QuestionCard } from '../../cards/question/question-card.tsx';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { ToolCalls } from './tool-calls.tsx';

const PlanCard = lazy(async () => ({ default: (await import('../../cards/plan/plan-card.tsx')).PlanCard }));

type ToolCardProps = {
  id: string;
  workspaceId: WorkspaceId;
  part: ToolPart;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** The face of one call that asks or stages a change: its card, or a line while it has none. */
export function ToolCard({ id, workspaceId, part, position, onNext }: ToolCardProps) {
  const { cardsOf, previewsOf, typeElsewhere } = useParley();
  if (isPreview(part)) return <PreviewCard part={part} store={previewsOf(workspaceId)} />;
  if (isPlan(part)) return <Plan workspaceId={workspaceId} part={part} />;
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

/** A proposed plan; its card is fetched when the first one comes. */
function Plan({ workspaceId, part }: { workspaceId: WorkspaceId; part: PlanPart }) {
  const { plansOf, view } = useParley();
  const { id: actionId, label } = part.action;
  return (
    <Suspense fallback={<section aria-label={`Preview: ${label}`} className="min-h-32" />}>
      <PlanCard
        part={part}
        store={plansOf(workspaceId)}
        onOpen={() => view.setState({ shownPlan: { workspaceId, actionId } })}
      />
    </Suspense>
  );
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
