import type { QuestionPart, ToolPart } from '../../../shared/transcript/transcript.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { lazyCard } from '../../ui/lazy-part.ts';
import { DisclosureLine } from './disclosure-line.tsx';
import { failedCalls, lookTime, toolSummary } from './tool-summary.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const CallDetails = lazyCard(async () => (await import('./call-details.tsx')).CallDetails);

/** Calls of the agent in one line, which opens to the input and output of each. */
export function ToolCalls({ id, calls }: { id: string; calls: readonly ToolPart[] }) {
  const failed = failedCalls(calls);
  const time = lookTime(calls);
  return (
    <DisclosureLine
      id={id}
      text={toolSummary(calls)}
      remark={
        <>
          {time !== null && <span className="tabular-nums"> · {time}</span>}
          {failed > 0 && (
            <span className="text-danger"> · {failed === calls.length ? 'failed' : `${failed} failed`}</span>
          )}
        </>
      }
    >
      {() => (
        <PartBoundary fallback={<div className="h-16" />}>
          <CallDetails calls={calls} />
        </PartBoundary>
      )}
    </DisclosureLine>
  );
}

const RefusedQuestions = lazyCard(
  async () => (await import('../../cards/refused-questions.tsx')).RefusedQuestions,
);

/** Calls that were refused before anybody was asked; their card is loaded when the first one comes. */
export function RefusedCard({ id, calls }: { id: string; calls: readonly QuestionPart[] }) {
  const { view } = useParley();
  const open = useView(({ opened }) => opened.has(id));
  return (
    <PartBoundary fallback={<div className="min-h-19 rounded-card border border-hairline bg-raised" />}>
      <RefusedQuestions calls={calls} open={open} onOpenChange={() => toggleOpened(view, id)} />
    </PartBoundary>
  );
}
