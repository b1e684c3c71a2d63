import { type ReactNode, useMemo } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { PreviewKind } from '../../../shared/previews/preview-kind.ts';
import type { QuestionPart, StagingPart, ToolPart } from '../../../shared/transcript/transcript.ts';
import { markOfAsker } from '../../ui/agent-mark.tsx';
import { CardAgentContext } from '../../cards/card-agent.ts';
import { showsForms } from '../../cards/form/form-card-kind.ts';
import { askerOf } from '../../../shared/forms/form-text.ts';
import { showsPermission } from '../../cards/permission/permission-card-kind.ts';
import { isPlanPart } from '../../cards/plan/plan-card-kind.ts';
import { CardPlaceholder } from '../../cards/card-placeholder.tsx';
import { PreviewPlaceholder } from '../../cards/review/preview-placeholder.tsx';
import { isEditPart } from '../../cards/preview/preview-card-state.ts';
import { QuestionCard } from '../../cards/question/question-card.tsx';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { ToolCalls } from './tool-call.tsx';
import { lazyCard } from '../../ui/lazy-part.ts';
import { isAsk } from '../../cards/question/question-card-kind.ts';
import { CommandCall } from './command-call.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const PreviewCall = lazyCard(async () => (await import('./preview-call.tsx')).PreviewCall);

const PermissionCall = lazyCard(async () => (await import('./permission-call.tsx')).PermissionCall);

const FormCall = lazyCard(async () => (await import('./form-call.tsx')).FormCall);

const CustomCall = lazyCard(async () => (await import('./custom-call.tsx')).CustomCall);

const PlanCall = lazyCard(async () => (await import('./plan-call.tsx')).PlanCall);

type ToolCardProps = {
  id: string;
  workspaceId: WorkspaceId;
  part: ToolPart;
  /** The number of its card among those of the same name. */
  nth: number;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** A call that asks or stages: its card, or a line while it has none. */
export function ToolCard(props: ToolCardProps) {
  const { workspaceId, part } = props;
  const agent = useParleyState(({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.agent);
  const wait = agent?.waits?.find(({ toolCallId }) => toolCallId === part.toolCallId)?.wait;
  const reply = agent?.inLoop === false ? 'answers' : 'closes';
  const askedBy = part.permission?.askedBy ?? 'agent';
  const id = agent === undefined ? null : markOfAsker(askedBy, agent.id);
  const known = useMemo(() => ({ id, wait, reply }) as const, [id, wait, reply]);
  return (
    <CardAgentContext value={known}>
      <Face {...props} />
    </CardAgentContext>
  );
}

function Face({ part, ...props }: ToolCardProps) {
  if (showsForms(part)) {
    const [form] = part.forms;
    return (
      <PartBoundary
        fallback={
          <CardPlaceholder
            name="Form"
            toolCallId={part.toolCallId}
            title={form === undefined ? '' : askerOf(form)}
          />
        }
      >
        <FormCall part={part} {...props} />
      </PartBoundary>
    );
  }
  if (showsPermission(part)) {
    return (
      <PartBoundary
        fallback={
          <CardPlaceholder
            name="Permission"
            toolCallId={part.toolCallId}
            title={part.permission.asker}
            waiting={part.permission.settlement === null}
          />
        }
      >
        <PermissionCall part={part} {...props} />
      </PartBoundary>
    );
  }
  switch (part.kind) {
    case 'plain':
      return <ToolCalls id={props.id} calls={[part]} />;
    case 'question':
    case 'command':
      return <AskCard part={part} {...props} />;
    case 'run':
      return <CommandCall part={part} {...props} />;
    case 'preview':
      return <StagedCard part={part} {...props} />;
  }
}

type CardProps<Part> = Omit<ToolCardProps, 'part'> & { part: Part };

type StagedCardProps = Omit<CardProps<StagingPart>, 'id'>;

/** By kind of preview; null for a part of another kind. */
const stagedCards = {
  edit: ({ part, ...props }) => (isEditPart(part) ? <PreviewCall part={part} {...props} /> : null),
  plan: ({ part, ...props }) => (isPlanPart(part) ? <PlanCall part={part} {...props} /> : null),
  custom: ({ part, ...props }) =>
    part.action?.preview.type === 'custom' ? (
      <CustomCall {...props} part={{ ...part, action: { ...part.action, preview: part.action.preview } }} />
    ) : null,
} satisfies Record<PreviewKind, (props: StagedCardProps) => ReactNode>;

/** The cards are loaded when the first preview comes. */
function StagedCard({ id, part, ...props }: CardProps<StagingPart>) {
  const { action } = part;
  if (action === undefined) return <ToolCalls id={id} calls={[part]} />;
  const Card = stagedCards[action.preview.type];
  return (
    <PartBoundary fallback={<PreviewPlaceholder part={{ ...part, action }} nth={props.nth} />}>
      <Card part={part} {...props} />
    </PartBoundary>
  );
}

function AskCard({ id, workspaceId, part, position, onNext }: CardProps<QuestionPart>) {
  const { cardsOf, typeElsewhere, afterDecision } = useParley();
  if (!isAsk(part)) return <ToolCalls id={id} calls={[part]} />;
  return (
    <QuestionCard
      part={part}
      position={position}
      store={cardsOf(workspaceId, createCardStore)}
      onNext={onNext}
      onTypeElsewhere={(text) => typeElsewhere(workspaceId, text)}
      onDecided={afterDecision}
    />
  );
}
