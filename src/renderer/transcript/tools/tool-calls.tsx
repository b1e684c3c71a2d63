import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { DisclosureLine } from './disclosure-line.tsx';
import { ToolCall } from './tool-call.tsx';
import { failedCalls, toolSummary } from './tool-words.ts';

/** Calls of the agent in one line; it opens to each call's input and output. */
export function ToolCalls({ id, calls }: { id: string; calls: readonly ToolPart[] }) {
  const failed = failedCalls(calls);
  return (
    <DisclosureLine
      id={id}
      text={toolSummary(calls)}
      remark={
        failed > 0 && (
          <span className="text-danger"> · {failed === calls.length ? 'failed' : `${failed} failed`}</span>
        )
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
