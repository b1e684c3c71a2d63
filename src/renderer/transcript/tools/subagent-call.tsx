import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { StreamingMarkdown } from '../answer/streaming-markdown.tsx';
import { DisclosureLine } from './disclosure-line.tsx';
import { subagentSteps } from './subagent-steps.ts';
import { ToolCalls } from './tool-call.tsx';

type SubagentCallProps = {
  id: string;
  part: ToolPart;
  /** What it and its own subagents did. */
  inner: readonly ToolPart[];
};

/** A subagent of an external agent: a line with its name, which opens to what it was told, says and does. */
export function SubagentCall({ id, part, inner }: SubagentCallProps) {
  const { result, work } = part;
  const steps = subagentSteps(part, inner);
  const calls = steps.reduce((sum, step) => sum + (step.type === 'calls' ? step.calls.length : 0), 0);
  const failed = result?.ok === false;
  const name = work?.title ?? '';
  return (
    <DisclosureLine
      id={id}
      text={result === null ? `Subagent at work: ${name}…` : `Subagent: ${name}`}
      remark={
        <>
          {calls > 0 && <span className="tabular-nums"> · {calls === 1 ? '1 step' : `${calls} steps`}</span>}
          {failed && <span className="text-danger"> · failed</span>}
        </>
      }
    >
      {() => (
        <div className="flex flex-col gap-2 py-1">
          {steps.map((step) => {
            switch (step.type) {
              case 'calls':
                return <ToolCalls key={step.key} id={`${id} ${step.key}`} calls={step.calls} />;
              case 'subagent':
                return (
                  <SubagentCall key={step.key} id={`${id} ${step.key}`} part={step.part} inner={inner} />
                );
              case 'task':
                return (
                  <div key={step.key} className="text-second text-secondary">
                    <p className="text-tertiary">Its task</p>
                    <StreamingMarkdown text={step.text} growing={false} />
                  </div>
                );
              case 'words':
                return <StreamingMarkdown key={step.key} text={step.text} growing={step.growing} />;
              case 'thought':
                return (
                  <div key={step.key} className="text-secondary">
                    <StreamingMarkdown text={step.text} growing={step.growing} />
                  </div>
                );
            }
          })}
          {failed && result.text !== '' && (
            <p dir="auto" className="text-second whitespace-pre-wrap wrap-anywhere text-danger">
              <VisibleText text={result.text} layout="block" />
            </p>
          )}
          {steps.length === 0 && !failed && (
            <p className="text-second text-secondary">It has shown nothing of its work.</p>
          )}
        </div>
      )}
    </DisclosureLine>
  );
}
