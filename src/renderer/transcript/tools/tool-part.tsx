import { lazy, Suspense } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { PlainCard } from '../../cards/plain-card.tsx';
import { isPlan, type PlanPart } from '../../cards/plan/plan-part.ts';
import { PreviewPlace } from '../../cards/preview/preview-place.tsx';
import { isPreview, type PreviewPart } from '../../cards/preview/preview-part.ts';
import type { AskPart } from '../../cards/question/card-state.ts';
import { QuestionCard } from '../../cards/question/question-card.tsx';
import { useParley, useParleyState, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { ToolCalls } from './tool-calls.tsx';

const PreviewCard = lazy(async () => ({
  default: (await import('../../cards/preview/preview-card.tsx')).PreviewCard,
}));
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
  const { cardsOf, typeElsewhere } = useParley();
  if (isPreview(part)) return <Preview {...{ workspaceId, part, position, onNext }} />;
  if (isPlan(part)) return <Plan {...{ workspaceId, part, position, onNext }} />;
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
function Plan({ workspaceId, part, position, onNext }: Omit<ToolCardProps, 'id'> & { part: PlanPart }) {
  const { plansOf, view } = useParley();
  const { id: actionId } = part.action;
  return (
    <Suspense fallback={<PreviewPlace part={part} />}>
      <PlanCard
        {...{ part, position, onNext }}
        store={plansOf(workspaceId)}
        onOpen={() => view.setState({ shownPlan: { workspaceId, actionId } })}
      />
    </Suspense>
  );
}

/** A staged change; its card is fetched when the first one comes. */
function Preview({ workspaceId, part, position, onNext }: Omit<ToolCardProps, 'id'> & { part: PreviewPart }) {
  const { previewsOf, saveSettings } = useParley();
  const diffView = useParleyState(({ app }) => app?.settings.diffView ?? 'unified');
  return (
    <Suspense fallback={<PreviewPlace part={part} />}>
      <PreviewCard
        {...{ part, position, onNext, diffView }}
        store={previewsOf(workspaceId)}
        onDiffView={(view) => void saveSettings({ diffView: view })}
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
