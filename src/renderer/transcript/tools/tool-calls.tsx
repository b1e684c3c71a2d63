import type { QuestionPart, ToolPart } from '../../../shared/transcript/transcript.ts';
import { DisclosureLine } from './disclosure-line.tsx';
import { ToolCall } from './tool-call.tsx';
import { failedCalls, lookTime, toolSummary } from './tool-words.ts';
import { Suspense } from 'react';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { lazyCard } from '../../ui/lazy-part.ts';

/** Calls of the agent in one line; it opens to each call's input and output. */
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
        <ul className="flex flex-col gap-3 py-1">
          {calls.map((call) => (
            <ToolCall key={call.toolCallId} call={call} alone={calls.length === 1} />
          ))}
        </ul>
      )}
    </DisclosureLine>
  );
}

const PlainCard = lazyCard(async () => (await import('../../cards/plain-card.tsx')).PlainCard);

/** Calls that were refused before anybody was asked; their card is fetched when the first one comes. */
export function RefusedCard({ id, calls }: { id: string; calls: readonly QuestionPart[] }) {
  const { view } = useParley();
  const open = useView(({ opened }) => opened.has(id));
  return (
    <Suspense fallback={<div className="min-h-19 rounded-card border border-hairline bg-raised" />}>
      <PlainCard calls={calls} open={open} onOpenChange={() => toggleOpened(view, id)} />
    </Suspense>
  );
}
