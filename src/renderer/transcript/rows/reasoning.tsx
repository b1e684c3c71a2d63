import type { PartSpan } from '../../../shared/transcript/transcript.ts';
import { StreamingMarkdown } from '../answer/streaming-markdown.tsx';
import { durationText, timeTaken } from '../tools/time-taken.ts';
import { DisclosureLine } from '../tools/disclosure-line.tsx';

type ReasoningProps = { id: string; text: string; span: PartSpan | undefined; growing: boolean };

/** The agent's thoughts, folded until somebody opens them. */
export function Reasoning({ id, text, span, growing }: ReasoningProps) {
  return (
    <DisclosureLine id={id} text={thoughtWords(span, growing)}>
      {() => (
        <div className="text-secondary">
          <StreamingMarkdown text={text} growing={growing} />
        </div>
      )}
    </DisclosureLine>
  );
}

function thoughtWords(span: PartSpan | undefined, growing: boolean): string {
  if (span === undefined) return growing ? 'Thinking…' : 'Thought about it';
  const time = durationText(timeTaken([span]));
  return time === null ? 'Thought for a moment' : `Thought for ${time}`;
}
