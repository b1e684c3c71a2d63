import type { WorkspaceId } from '../../../shared/ids.ts';
import type { RunPart } from '../../../shared/transcript/transcript.ts';
import { CardPlaceholder } from '../../cards/card-placeholder.tsx';
import { ToolCalls } from './tool-call.tsx';
import { lazyCard } from '../../ui/lazy-part.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const RunCall = lazyCard(async () => (await import('./run-call.tsx')).RunCall);

type CommandCallProps = {
  id: string;
  workspaceId: WorkspaceId;
  part: RunPart;
  /** The number of its card among those of the same name. */
  nth: number;
};

/** Its card is loaded when the first one comes. */
export function CommandCall({ id, part, nth, workspaceId }: CommandCallProps) {
  const { run } = part;
  if (run === null) return <ToolCalls id={id} calls={[part]} />;
  return (
    <PartBoundary
      fallback={
        <CardPlaceholder name={`Command: ${run.line}`} toolCallId={part.toolCallId} title={run.line} />
      }
    >
      <RunCall {...{ workspaceId, nth }} part={{ ...part, run }} />
    </PartBoundary>
  );
}
