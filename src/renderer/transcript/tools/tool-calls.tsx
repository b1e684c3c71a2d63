import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { DisclosureLine } from './disclosure-line.tsx';
import { ToolCall } from './tool-call.tsx';
import { failedCalls, lookTime, toolSummary } from './tool-words.ts';

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
