import { DisclosureLine } from '../tools/disclosure-line.tsx';
import { StreamingMarkdown } from './streaming-markdown.tsx';

/** The agent's thoughts, out of the way until somebody wants them. */
export function Reasoning({ id, text, growing }: { id: string; text: string; growing: boolean }) {
  return (
    <DisclosureLine id={id} line={growing ? 'Thinking…' : 'Thought about it'}>
      {() => (
        <div className="text-secondary">
          <StreamingMarkdown text={text} growing={growing} />
        </div>
      )}
    </DisclosureLine>
  );
}
